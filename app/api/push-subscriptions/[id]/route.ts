import { defineRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { PushAnswer, pushSubscriptionParams } from '#lib/travel/model/push-subscription.ts'

const unsubscribe = defineRoute({
  operation: 'unsubscribePush',
  summary: 'Ends the price alerts in a browser of the person. The id is the SHA-256 of its endpoint, in hex.',
  who: 'session',
  limit: 'pushSubscriptions',
  params: pushSubscriptionParams,
  answers: { 200: { description: 'The browser gets no alerts', schema: PushAnswer } },
  handle: async ({ params: { id }, context: { principal }, services }) => ({
    body: await services.alertPush.unsubscribe({ userId: principal.id }, id),
  }),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ DELETE: unsubscribe })

import { defineRoute } from '#lib/compose/define-route.ts'
import { PushAnswer, pushSubscriptionParams } from '#lib/travel/model/push-subscription.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.delete({
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

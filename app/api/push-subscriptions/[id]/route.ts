import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { pushSubscriptionParams } from '#lib/travel/model/push-subscription.ts'

export const dynamic = 'force-dynamic'

/** Ends the price alerts in one of the person's browsers. */
const unsubscribe = defineRoute({
  who: 'session',
  limit: 'pushSubscriptions',
  params: pushSubscriptionParams,
  async handle({ params: { id }, context: { principal } }) {
    const { alertPush } = await services()
    return { body: await alertPush.unsubscribe({ userId: principal.id }, id) }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ DELETE: unsubscribe })

import { defineRoute, getSignedIn, services } from '#lib/compose/server.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { readingOf } from '#lib/platform/server/i18n/reading.ts'
import { SubscribePush } from '#lib/travel/model/push-subscription.ts'

/** Subscribes this browser to the person's price alerts while its session is valid. */
const subscribe = defineRoute({
  who: 'session',
  limit: 'pushSubscriptions',
  body: SubscribePush,
  bodyLimitBytes: 4 * 1024,
  async handle({ input }) {
    const [signedIn, { alertPush }, reading] = await Promise.all([getSignedIn(), services(), readingOf()])
    if (signedIn === null) return refuse('UNAUTHENTICATED')
    return alertPush.subscribe(signedIn, input, reading)
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: subscribe })

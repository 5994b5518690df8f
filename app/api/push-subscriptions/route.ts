import { defineRoute } from '#lib/compose/define-route.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import { readingOf } from '#lib/platform/server/i18n/reading.ts'
import { PushAnswer, SubscribePush } from '#lib/travel/model/push-subscription.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  operation: 'subscribePush',
  summary: "Sends the person's price alerts to a browser as messages (Web Push), while its session lasts.",
  who: 'session',
  limit: 'pushSubscriptions',
  body: SubscribePush,
  bodyLimitBytes: 4 * 1024,
  answers: { 200: { description: 'The browser gets alerts', schema: PushAnswer } },
  errors: ['NOT_FOUND'],
  async handle({ input, request, services: { auth, alertPush } }) {
    const [signedIn, reading] = await Promise.all([auth.readSession(request.headers), readingOf()])
    return signedIn === null ? refuse('UNAUTHENTICATED') : alertPush.subscribe(signedIn, input, reading)
  },
})

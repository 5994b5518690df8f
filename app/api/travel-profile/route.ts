import { defineRoute } from '#lib/compose/define-route.ts'
import { ProfileAnswer, StoreProfile } from '#lib/travel/model/travel-profile.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  operation: 'storeTravelProfile',
  summary: 'Stores how the person of an account travels: bags, seat, currency, clock, home airport and usual filters.',
  who: 'session',
  limit: 'default',
  body: StoreProfile,
  bodyLimitBytes: 4 * 1024,
  answers: { 200: { description: 'The stored profile', schema: ProfileAnswer } },
  errors: ['FORBIDDEN'],
  async handle({ input, context: { principal }, services }) {
    const stored = await services.storeTravelProfile(principal.id, input.profile, input.keep_stored)
    return stored.ok ? { body: { profile: stored.value } } : stored
  },
})

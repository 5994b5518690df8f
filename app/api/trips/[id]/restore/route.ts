import { defineRoute } from '#lib/compose/define-route.ts'
import { RemovedAnswer, tripParams } from '#lib/travel/model/saved-offer.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  operation: 'restoreTrip',
  summary: 'Restores a removed offer.',
  who: 'session',
  limit: 'default',
  params: tripParams,
  answers: { 200: { description: 'The restored offer', schema: RemovedAnswer } },
  handle: ({ params: { id }, context: { principal }, services }) => services.trips.restore(id, principal),
})

import { defineRoute } from '#lib/compose/server.ts'
import { RemovedAnswer, tripParams } from '#lib/travel/model/saved-offer.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.delete({
  operation: 'removeTrip',
  summary: 'Removes a saved offer. It can be restored until the person saves another.',
  who: 'session',
  limit: 'default',
  params: tripParams,
  answers: { 200: { description: 'The removed offer', schema: RemovedAnswer } },
  handle: ({ params: { id }, context: { principal }, services }) => services.trips.remove(id, principal),
})

import { defineRoute } from '#lib/compose/define-route.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { BookTrip, RemovedAnswer, tripParams } from '#lib/travel/model/saved-offer.ts'

const book = defineRoute({
  operation: 'bookTrip',
  summary: 'Records that the person booked a saved offer elsewhere, with its booking reference, or that they did not.',
  who: 'session',
  limit: 'default',
  params: tripParams,
  body: BookTrip,
  bodyLimitBytes: 1024,
  answers: { 200: { description: 'The saved offer', schema: RemovedAnswer } },
  handle: ({ params: { id }, input, context: { principal }, services }) => services.trips.book(id, input, principal),
})

const remove = defineRoute({
  operation: 'removeTrip',
  summary: 'Removes a saved offer. It can be restored until the person saves another.',
  who: 'session',
  limit: 'default',
  params: tripParams,
  answers: { 200: { description: 'The removed offer', schema: RemovedAnswer } },
  handle: ({ params: { id }, context: { principal }, services }) => services.trips.remove(id, principal),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ PATCH: book, DELETE: remove })

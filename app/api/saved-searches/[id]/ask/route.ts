import { defineRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { SavedSearchRef, savedSearchParams } from '#lib/travel/model/saved-search.ts'

const ask = defineRoute({
  operation: 'askSavedSearch',
  summary: 'Asks a saved search soon, instead of at its next time.',
  who: 'session',
  limit: 'searchRuns',
  params: savedSearchParams,
  answers: { 200: { description: 'The saved search', schema: SavedSearchRef } },
  errors: ['CONFLICT'],
  handle: ({ params: { id }, context: { principal }, services }) => services.savedSearches.runNow(id, principal),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: ask })

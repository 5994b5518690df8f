import { defineRoute } from '#lib/compose/define-route.ts'
import { SavedSearchRef, savedSearchParams } from '#lib/travel/model/saved-search.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  operation: 'askSavedSearch',
  summary: 'Asks a saved search soon, instead of at its next time.',
  who: 'session',
  limit: 'searchRuns',
  params: savedSearchParams,
  answers: { 200: { description: 'The saved search', schema: SavedSearchRef } },
  errors: ['CONFLICT'],
  handle: ({ params: { id }, context: { principal }, services }) => services.savedSearches.runNow(id, principal),
})

import { defineRoute } from '#lib/compose/define-route.ts'
import { SavedSearchRef, savedSearchParams } from '#lib/travel/model/saved-search.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  operation: 'restoreSavedSearch',
  summary: 'Restores a removed search.',
  who: 'session',
  limit: 'default',
  params: savedSearchParams,
  answers: { 200: { description: 'The saved search', schema: SavedSearchRef } },
  handle: ({ params: { id }, context: { principal }, services }) => services.savedSearches.restore(id, principal),
})

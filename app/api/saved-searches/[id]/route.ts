import { defineRoute } from '#lib/compose/define-route.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { ChangeSearch, SavedSearchRef, savedSearchParams } from '#lib/travel/model/saved-search.ts'

const answers = { 200: { description: 'The saved search', schema: SavedSearchRef } }

const change = defineRoute({
  operation: 'changeSavedSearch',
  summary: 'Pauses or resumes a saved search, or changes when a fall in price is an alert.',
  who: 'session',
  limit: 'default',
  params: savedSearchParams,
  body: ChangeSearch,
  bodyLimitBytes: 4 * 1024,
  answers,
  handle: ({ params: { id }, input, context: { principal }, services }) =>
    services.savedSearches.change(id, input, principal),
})

const remove = defineRoute({
  operation: 'removeSavedSearch',
  summary: 'Removes a saved search. It can be restored until the person saves another.',
  who: 'session',
  limit: 'default',
  params: savedSearchParams,
  answers,
  handle: ({ params: { id }, context: { principal }, services }) => services.savedSearches.remove(id, principal),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ PATCH: change, DELETE: remove })

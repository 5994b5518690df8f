import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { ChangeSearch, savedSearchParams } from '#lib/travel/model/saved-search.ts'

export const dynamic = 'force-dynamic'

/** Pauses a saved search, resumes it or changes its alert. */
const change = defineRoute({
  who: 'session',
  limit: 'default',
  params: savedSearchParams,
  body: ChangeSearch,
  bodyLimitBytes: 4 * 1024,
  handle: async ({ params: { id }, input, context: { principal } }) =>
    (await services()).savedSearches.change(id, input, principal),
})

/** Removes a saved search. The removal can be undone until the person saves another search. */
const remove = defineRoute({
  who: 'session',
  limit: 'default',
  params: savedSearchParams,
  handle: async ({ params: { id }, context: { principal } }) => (await services()).savedSearches.remove(id, principal),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ PATCH: change, DELETE: remove })

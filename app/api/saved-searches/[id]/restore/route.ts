import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { savedSearchParams } from '#lib/travel/model/saved-search.ts'

export const dynamic = 'force-dynamic'

/** Undoes the removal of a saved search. */
const restore = defineRoute({
  who: 'session',
  limit: 'default',
  params: savedSearchParams,
  handle: async ({ params: { id }, context: { principal } }) => (await services()).savedSearches.restore(id, principal),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: restore })

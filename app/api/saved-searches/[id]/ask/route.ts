import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { savedSearchParams } from '#lib/travel/model/saved-search.ts'

export const dynamic = 'force-dynamic'

/** Runs a saved search soon, instead of at its scheduled time. */
const ask = defineRoute({
  who: 'session',
  limit: 'searchRuns',
  params: savedSearchParams,
  handle: async ({ params: { id }, context: { principal } }) => (await services()).savedSearches.askNow(id, principal),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: ask })

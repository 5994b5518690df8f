import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { savedSearchParams } from '#lib/travel/model/saved-search.ts'

export const dynamic = 'force-dynamic'

/** Runs a saved search soon, instead of at its scheduled time. */
const ask = defineRoute({
  who: 'session',
  limit: 'searchRuns',
  params: savedSearchParams,
  async handle({ params: { id }, principal }) {
    const { savedSearches } = await services()
    const changed = await savedSearches.askNow(id, principal)
    return changed.ok ? { body: changed.value } : changed
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: ask })

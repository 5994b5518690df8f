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
  async handle({ params: { id }, input, principal }) {
    const { savedSearches } = await services()
    const changed = await savedSearches.change(id, input, principal)
    return changed.ok ? { body: changed.value } : changed
  },
})

/** Removes a saved search. The removal can be undone until the person saves another search. */
const remove = defineRoute({
  who: 'session',
  limit: 'default',
  params: savedSearchParams,
  async handle({ params: { id }, principal }) {
    const { savedSearches } = await services()
    const removed = await savedSearches.remove(id, principal)
    return removed.ok ? { body: removed.value } : removed
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ PATCH: change, DELETE: remove })

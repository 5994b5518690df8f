import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { SaveSearch } from '#lib/travel/model/saved-search.ts'

export const dynamic = 'force-dynamic'

/** Saves a search, which the app then repeats. */
const save = defineRoute({
  who: 'session',
  limit: 'searchRuns',
  body: SaveSearch,
  bodyLimitBytes: 8 * 1024,
  async handle({ input, context: { principal }, signal }) {
    const { savedSearches } = await services()
    const saved = await savedSearches.save(input, principal, signal)
    return saved.ok ? { body: saved.value, status: saved.value.is_new ? 201 : 200 } : saved
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: save })

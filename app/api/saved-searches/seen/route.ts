import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { SeenQuery } from '#lib/travel/model/saved-search.ts'

export const dynamic = 'force-dynamic'

/** Marks the price alerts that the person saw: those until a time, or all. */
const seen = defineRoute({
  who: 'session',
  limit: 'default',
  query: SeenQuery,
  async handle({ context: { principal }, input: { until } }) {
    const { savedSearches } = await services()
    const seen = await savedSearches.markSeen(principal, until === undefined ? undefined : new Date(until))
    return { body: { seen } }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: seen })

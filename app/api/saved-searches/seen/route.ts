import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

/** Marks every price alert of the person as seen. */
const seen = defineRoute({
  who: 'session',
  limit: 'default',
  async handle({ principal }) {
    const { savedSearches } = await services()
    return { body: { seen: await savedSearches.markSeen(principal) } }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: seen })

import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { tripParams } from '#lib/shared/saved-offer.ts'

export const dynamic = 'force-dynamic'

/** Removes a saved offer. The removal can be undone until the person saves another offer. */
const remove = defineRoute({
  who: 'session',
  limit: 'default',
  params: tripParams,
  async handle({ params: { id }, principal }) {
    const { trips } = await services()
    const removed = await trips.remove(id, principal)
    return removed.ok ? { body: removed.value } : removed
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ DELETE: remove })

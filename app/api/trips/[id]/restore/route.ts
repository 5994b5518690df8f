import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { tripParams } from '#lib/travel/model/saved-offer.ts'

export const dynamic = 'force-dynamic'

/** Undoes the removal of a saved offer. */
const restore = defineRoute({
  who: 'session',
  limit: 'default',
  params: tripParams,
  handle: async ({ params: { id }, context: { principal } }) => (await services()).trips.restore(id, principal),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: restore })

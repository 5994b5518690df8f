import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { tripParams } from '#lib/travel/model/saved-offer.ts'

export const dynamic = 'force-dynamic'

/** Removes a saved offer. The removal can be undone until the person saves another offer. */
const remove = defineRoute({
  who: 'session',
  limit: 'default',
  params: tripParams,
  handle: async ({ params: { id }, context: { principal } }) => (await services()).trips.remove(id, principal),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ DELETE: remove })

import { confirmationParams } from '#lib/agents/server/confirmations/confirmation-params.ts'
import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** Ends the confirmation, so that nothing can use it. */
const decline = defineRoute({
  who: 'session',
  limit: 'invoke',
  params: confirmationParams,
  handle: async ({ params: { id }, principal }) => (await services()).confirmationDesk.decline(id, principal),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: decline })

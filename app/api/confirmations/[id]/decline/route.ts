import { confirmationParams } from '#lib/agents/server/confirmations/confirmation-params.ts'
import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** Ends the confirmation, so that nothing can use it. */
const decline = defineRoute({
  who: 'session',
  limit: 'invoke',
  params: confirmationParams,
  handle: async ({ params: { id }, context }) => (await services()).confirmationDesk.decline(context, id),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: decline })

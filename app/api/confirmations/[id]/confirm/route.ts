import { confirmationParams } from '#lib/agents/server/confirmations/confirmation-params.ts'
import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** Runs the confirmed call once. */
const confirm = defineRoute({
  who: 'session',
  limit: 'invoke',
  params: confirmationParams,
  handle: async ({ params: { id }, context, signal }) =>
    (await services()).confirmationDesk.confirm(context, id, signal),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: confirm })

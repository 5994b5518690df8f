import { AskAgain } from '#lib/agents/model/confirmation-view.ts'
import { confirmationParams } from '#lib/agents/server/confirmations/confirmation-params.ts'
import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** Requests the confirmation again, possibly with changed texts. Runs nothing. */
const ask = defineRoute({
  who: 'session',
  limit: 'invoke',
  params: confirmationParams,
  body: AskAgain,
  handle: async ({ params: { id }, input, context, signal }) =>
    (await services()).confirmationDesk.again(context, id, input, signal),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: ask })

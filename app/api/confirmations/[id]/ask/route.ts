import { confirmationParams } from '#lib/confirmations/confirmation-params.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { AskAgain } from '#lib/shared/confirmation-view.ts'

export const dynamic = 'force-dynamic'

/** Requests the confirmation again, possibly with changed texts. Runs nothing. */
const ask = defineRoute({
  who: 'session',
  limit: 'invoke',
  params: confirmationParams,
  body: AskAgain,
  async handle({ params: { id }, input, principal, limitKey, signal }) {
    const { confirmationDesk } = await services()
    const asked = await confirmationDesk.again(id, { principal, limitKey }, input, signal)
    return asked.ok ? { body: asked.value } : asked
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: ask })

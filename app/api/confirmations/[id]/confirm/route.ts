import { confirmationParams } from '#lib/confirmations/confirmation-params.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

/** Runs the confirmed call once. */
const confirm = defineRoute({
  who: 'session',
  limit: 'invoke',
  params: confirmationParams,
  async handle({ params: { id }, principal, limitKey, signal }) {
    const { confirmationDesk } = await services()
    const decided = await confirmationDesk.confirm(id, { principal, limitKey }, signal)
    return decided.ok ? { body: decided.value } : decided
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: confirm })

import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

const params = z.object({ id: z.string().regex(/^agent_[0-9A-Za-z]{1,40}$/) })

/** Revokes the key at once, also for sessions in progress. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  params,
  handle: ({ params: { id }, context, services }) => services.agentKeys.revoke(context, id),
})

import { LimitChange } from '#lib/agents/model/usage-limit.ts'
import { setLimit } from '#lib/agents/server/limits/set-limit.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

/** Sets how many executions a profile or an agent key may start in an hour and in a day. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  body: LimitChange,
  handle: ({ input, context, services }) => setLimit(services, context, input),
})

import { defineRoute } from '#lib/compose/define-route.ts'
import { ExecutionCountQuery, ExecutionCounts } from '#lib/console/model/console-executions.ts'
import { countStates } from '#lib/console/server/executions/list-executions.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'

/** How many of the found executions are in each state. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  query: ExecutionCountQuery,
  output: ExecutionCounts,
  handle: async ({ input, services }) => ({ body: await countStates(services, input) }),
})

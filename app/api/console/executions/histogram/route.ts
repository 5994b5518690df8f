import { defineRoute } from '#lib/compose/define-route.ts'
import { ExecutionCountQuery, ExecutionHistogram } from '#lib/console/model/console-executions.ts'
import { countBars } from '#lib/console/server/executions/count-bars.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'

/** The found executions over time. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  query: ExecutionCountQuery,
  output: ExecutionHistogram,
  handle: async ({ input, services }) => ({ body: await countBars(services, input, services.clock.now()) }),
})

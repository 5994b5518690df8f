import { defineRoute } from '#lib/compose/define-route.ts'
import { ExecutionFacets } from '#lib/console/model/console-executions.ts'
import { listFacets } from '#lib/console/server/executions/list-executions.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'

/** The values that the filters of the executions can take. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  output: ExecutionFacets,
  handle: async ({ services }) => ({ body: await listFacets(services) }),
})

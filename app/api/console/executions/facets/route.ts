import { defineRoute } from '#lib/compose/server.ts'
import { ExecutionFacets } from '#lib/console/model/console-executions.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** The values that the filters of the executions can take. */
const facets = defineRoute({
  ...operatorsOnly,
  output: ExecutionFacets,
  handle: async ({ services }) => ({ body: await services.consoleExecutions.facets() }),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: facets })

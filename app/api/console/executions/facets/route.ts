import { defineRoute } from '#lib/compose/server.ts'
import { ExecutionFacets } from '#lib/console/model/console-executions.ts'
import { listFacets } from '#lib/console/server/executions/list-executions.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** The values that the filters of the executions can take. */
const facets = defineRoute({
  ...operatorsOnly,
  output: ExecutionFacets,
  handle: async ({ services }) => ({ body: await listFacets(services) }),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: facets })

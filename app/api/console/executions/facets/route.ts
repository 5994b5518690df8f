import { operatorsOnly } from '#lib/console/operators-only.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { ExecutionFacets } from '#lib/shared/console-executions.ts'

export const dynamic = 'force-dynamic'

/** The values that the filters of the executions can take. */
const facets = defineRoute({
  ...operatorsOnly,
  async handle() {
    const { consoleExecutions } = await services()
    return { body: ExecutionFacets.parse(await consoleExecutions.facets()) }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: facets })

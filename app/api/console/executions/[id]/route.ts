import { operatorsOnly } from '#lib/console/operators-only.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { ExecutionDetail, ExecutionParams } from '#lib/shared/console-executions.ts'

export const dynamic = 'force-dynamic'

/** One execution with its journal. */
const read = defineRoute({
  ...operatorsOnly,
  params: ExecutionParams,
  async handle({ params }) {
    const { consoleExecutions } = await services()
    const found = await consoleExecutions.read(params.id)
    return found.ok ? { body: ExecutionDetail.parse(found.value) } : found
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: read })

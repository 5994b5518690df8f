import { defineRoute, services } from '#lib/compose/server.ts'
import { ExecutionDetail, ExecutionParams } from '#lib/console/model/console-executions.ts'
import { readExecution } from '#lib/console/server/executions/read-execution.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** One execution with its journal. */
const read = defineRoute({
  ...operatorsOnly,
  params: ExecutionParams,
  async handle({ params }) {
    const found = await readExecution(await services(), params.id)
    return found.ok ? { body: ExecutionDetail.parse(found.value) } : found
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: read })

import { defineRoute } from '#lib/compose/define-route.ts'
import { ExecutionDetail, ExecutionParams } from '#lib/console/model/console-executions.ts'
import { readExecution } from '#lib/console/server/executions/read-execution.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'

/** One execution with its journal. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  params: ExecutionParams,
  output: ExecutionDetail,
  handle: ({ params, services }) => readExecution(services, params.id),
})

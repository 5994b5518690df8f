import { defineRoute } from '#lib/compose/define-route.ts'
import { ExecutionPage, ExecutionQuery } from '#lib/console/model/console-executions.ts'
import { listExecutions } from '#lib/console/server/executions/list-executions.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'

/** Executions of every kind, the latest first. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  query: ExecutionQuery,
  output: ExecutionPage,
  handle: ({ input, services }) => listExecutions(services, input),
})

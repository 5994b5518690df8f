import { defineRoute } from '#lib/compose/server.ts'
import { ExecutionPage, ExecutionQuery } from '#lib/console/model/console-executions.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** Executions of every kind, the latest first. */
const list = defineRoute({
  ...operatorsOnly,
  query: ExecutionQuery,
  output: ExecutionPage,
  handle: ({ input, services }) => services.consoleExecutions.list(input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list })

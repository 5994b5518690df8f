import { defineRoute } from '#lib/compose/define-route.ts'
import { ExecutionParams, Rerun, StartedRerun } from '#lib/console/model/console-executions.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

/** Runs the code of an execution again, or a changed one, with the present rules of its profile. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  params: ExecutionParams,
  body: Rerun,
  // Escapes lengthen the JSON of a script.
  bodyLimitBytes: 2 * 1024 * 1024,
  status: 202,
  output: StartedRerun,
  handle: ({ params, input, context, services }) => services.scripts.rerunRecord(context, params.id, input.script),
})

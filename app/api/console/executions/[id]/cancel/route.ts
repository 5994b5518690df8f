import { defineRoute } from '#lib/compose/server.ts'
import { Done, ExecutionParams } from '#lib/console/model/console-executions.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** Cancels the execution of a script. */
const cancel = defineRoute({
  ...operatorsOnly,
  params: ExecutionParams,
  output: Done,
  async handle({ params, services }) {
    const ended = await services.scripts.cancelRecord(params.id)
    return ended.ok ? { body: { done: true } } : ended
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: cancel })

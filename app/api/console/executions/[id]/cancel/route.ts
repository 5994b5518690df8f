import { operatorsOnly } from '#lib/console/operators-only.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { Done, ExecutionParams } from '#lib/shared/console-executions.ts'

export const dynamic = 'force-dynamic'

/** Cancels the execution of a script. */
const cancel = defineRoute({
  ...operatorsOnly,
  params: ExecutionParams,
  async handle({ params }) {
    const { scripts } = await services()
    const ended = await scripts.cancelRecord(params.id)
    return ended.ok ? { body: Done.parse({ done: true }) } : ended
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: cancel })

import { verdictOf } from '#lib/console/executions/replay-verdict.ts'
import { operatorsOnly } from '#lib/console/operators-only.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { ExecutionParams, ReplayVerdict } from '#lib/shared/console-executions.ts'

export const dynamic = 'force-dynamic'

/** Replays an execution from its journal. Sends no requests. */
const replayAgain = defineRoute({
  ...operatorsOnly,
  params: ExecutionParams,
  async handle({ params, signal }) {
    const { replay } = await services()
    return { body: ReplayVerdict.parse(verdictOf(await replay(params.id, { signal }))) }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: replayAgain })

import { defineRoute } from '#lib/compose/server.ts'
import { ExecutionParams, ReplayVerdict } from '#lib/console/model/console-executions.ts'
import { verdictOf } from '#lib/console/server/executions/replay-verdict.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** Replays an execution from its journal. Sends no requests. */
const replayAgain = defineRoute({
  ...operatorsOnly,
  params: ExecutionParams,
  output: ReplayVerdict,
  handle: async ({ params, services, signal }) => ({ body: verdictOf(await services.replay(params.id, { signal })) }),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: replayAgain })

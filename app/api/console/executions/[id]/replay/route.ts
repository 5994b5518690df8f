import { defineRoute } from '#lib/compose/define-route.ts'
import { ExecutionParams, ReplayVerdict } from '#lib/console/model/console-executions.ts'
import { verdictOf } from '#lib/console/server/executions/replay-verdict.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

/** Replays an execution from its journal. Sends no requests. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  params: ExecutionParams,
  output: ReplayVerdict,
  handle: async ({ params, services, signal }) => ({ body: verdictOf(await services.replay(params.id, { signal })) }),
})

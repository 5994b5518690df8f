import { defineRoute } from '#lib/compose/define-route.ts'
import { Done, ExecutionParams } from '#lib/console/model/console-executions.ts'
import { changesProfiles } from '#lib/console/server/operators-only.ts'

/** Cancels the execution of a script. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...changesProfiles,
  params: ExecutionParams,
  output: Done,
  async handle({ params, context, services }) {
    const ended = await services.scripts.cancelRecord(context, params.id)
    return ended.ok ? { body: { done: true } } : ended
  },
})

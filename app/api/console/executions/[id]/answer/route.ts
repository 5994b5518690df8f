import { defineRoute } from '#lib/compose/define-route.ts'
import { Done, ExecutionParams, PromptAnswer } from '#lib/console/model/console-executions.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

/** Answers the prompt that the execution of a script waits for, in place of the agent's model. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  params: ExecutionParams,
  body: PromptAnswer,
  // Escapes lengthen the JSON of a response.
  bodyLimitBytes: 2 * 1024 * 1024,
  output: Done,
  async handle({ params, input, context, services }) {
    const answered = await services.scripts.respondRecord(context, params.id, input)
    return answered.ok ? { body: { done: true } } : answered
  },
})

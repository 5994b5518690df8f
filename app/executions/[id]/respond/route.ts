import { executionBodyRoute } from '#lib/agents/server/api/execution-route.ts'
import { LlmAnswer, RespondedExecution } from '#lib/agents/server/scripts/execution-schema.ts'
import { defineRoute } from '#lib/compose/define-route.ts'

/** A response has at most 1 MB, but escapes lengthen its JSON. */
const bodyLimitBytes = 4 * 1024 * 1024

/** The script resumes with the answer to its `llm.complete`. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...executionBodyRoute,
  operation: 'respond',
  summary: 'Answers the prompt that an execution waits for.',
  body: LlmAnswer,
  bodyLimitBytes,
  answers: { 200: { description: 'The execution, which runs again', schema: RespondedExecution } },
  errors: ['CONFLICT'],
  handle: ({ first: call, services, input }) => services.scripts.respond(call, input),
})

import { LlmAnswer } from '#lib/agents/server/scripts/execution-schema.ts'
import { defineRoute, executionBodyRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** A response has at most 1 MB, but escapes lengthen its JSON. */
const bodyLimitBytes = 4 * 1024 * 1024

/** Delivers the answer to `llm.complete`, with which the script resumes. */
const respond = defineRoute({
  ...executionBodyRoute,
  body: LlmAnswer,
  bodyLimitBytes,
  handle: ({ first: { call, scripts }, input }) => scripts.respond(call, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: respond })

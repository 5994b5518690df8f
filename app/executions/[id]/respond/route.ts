import { routeMethods } from '#lib/http/route-methods.ts'
import { LlmAnswer } from '#lib/scripts/execution-schema.ts'
import { defineExecutionBodyRoute } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

/** A response of 1 MB may be longer as JSON. */
const bodyLimitBytes = 4 * 1024 * 1024

/** Answers `llm.complete`, and the script goes on. */
const respond = defineExecutionBodyRoute({ body: LlmAnswer, bodyLimitBytes }, async ({ call, scripts, input }) => {
  const responded = await scripts.respond(call, input)
  return responded.ok ? { body: responded.value } : responded
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: respond })

import { ToolCall } from '#lib/agents/server/tools/http/tool-requests.ts'
import { defineToolCallRoute } from '#lib/compose/server.ts'
import { retryAfterHeader } from '#lib/platform/server/http/outcome.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { httpStatusOf } from '#runner/contract/errors.ts'

/** Calls one function. Every answer contains a sentence that the agent can speak. */
const call = defineToolCallRoute({
  body: ToolCall,
  async handle({ caller, input, services: { tools }, signal }) {
    const { name, arguments: given } = input
    const call = { channel: 'tools', ...input.call }
    const answer = await tools.handleSkillCall({ name, arguments: given, caller, signal, call })
    if (answer.status === 'success') return { body: answer, status: 200 }
    if (answer.status === 'requires_confirmation') {
      return { body: answer, status: httpStatusOf('CONFIRMATION_REQUIRED') }
    }
    const { code, retry_after_ms } = answer.error
    return { body: answer, status: httpStatusOf(code), headers: retryAfterHeader(retry_after_ms) }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: call })

import { ToolCall } from '#lib/agents/server/tools/http/tool-requests.ts'
import { ToolAnswer } from '#lib/agents/server/tools/tool-answer.ts'
import { defineToolCallRoute } from '#lib/compose/server.ts'
import { skillAnswer, skillFailures } from '#lib/skills/server/invoking/skill-answer.ts'

const schema = ToolAnswer.meta({ id: 'ToolAnswer' })

/** Every answer contains a text that the agent can speak. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineToolCallRoute({
  operation: 'callTool',
  summary: 'Calls one function.',
  body: ToolCall,
  answers: {
    200: { description: 'The answer, with a text to speak', schema },
    409: { description: 'The answer asks for a confirmation', schema },
  },
  failures: {
    schema,
    codes: [
      ...skillFailures,
      'NOT_FOUND',
      'PAYLOAD_TOO_LARGE',
      'SKILL_DISABLED',
      'TRUST_EXCEEDED',
      'FORBIDDEN',
      'CONFLICT',
    ],
  },
  async handle({ caller, input, services: { tools }, reading, signal }) {
    const { name, arguments: given } = input
    const call = { channel: 'tools', ...input.call }
    return skillAnswer(await tools.handleSkillCall({ name, arguments: given, caller, signal, call, reading }))
  },
})

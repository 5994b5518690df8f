import * as z from 'zod'
import { SourceField } from '#lib/agents/server/tools/http/define-tool-route.ts'
import { promptBlock, TokensField } from '#lib/agents/server/tools/prompt-block.ts'
import { defineToolRoute } from '#lib/compose/server.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineToolRoute({
  operation: 'readPrompt',
  summary: "Reads the block about the skills for the system prompt of the agent's model.",
  query: z.strictObject({ ...TokensField, ...SourceField }),
  answers: { 200: { description: 'The block', type: 'text/plain', schema: z.string() } },
  async handle({ caller, input, services }) {
    const text = await promptBlock(services, caller, input.tokens)
    return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  },
})

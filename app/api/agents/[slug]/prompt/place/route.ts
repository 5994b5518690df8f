import * as z from 'zod'
import { SourceField } from '#lib/agents/server/tools/http/define-tool-route.ts'
import { promptBlock, TokensField, withBlock } from '#lib/agents/server/tools/prompt-block.ts'
import { defineToolCallRoute } from '#lib/compose/server.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineToolCallRoute({
  operation: 'placePrompt',
  summary: "Puts the block about the skills into the system prompt of the agent's model.",
  body: z.strictObject({
    prompt: z.string().max(200_000).describe('The block goes after its first </identity>, or in front of it.'),
    ...TokensField,
    ...SourceField,
  }),
  answers: { 200: { description: 'The prompt with the block', type: 'text/plain', schema: z.string() } },
  async handle({ caller, input, services }) {
    const text = withBlock(input.prompt, await promptBlock(services, caller, input.tokens))
    return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  },
})

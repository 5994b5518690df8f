import * as z from 'zod'
import { ToolsQuery } from '#lib/agents/server/tools/http/tool-requests.ts'
import { chatTool, realtimeTool } from '#lib/agents/server/tools/tool.ts'
import { defineToolRoute } from '#lib/compose/server.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineToolRoute({
  operation: 'listTools',
  summary: 'Lists the functions that the key may call, as OpenAI-compatible tools.',
  query: ToolsQuery,
  answers: {
    200: { description: 'The tools', schema: z.object({ tools: z.array(z.record(z.string(), z.unknown())) }) },
  },
  async handle({ caller, input: { format }, services: { tools } }) {
    const usable = await tools.getSkillTools(caller)
    return { body: { tools: format === 'chat' ? usable.map(chatTool) : usable.map(realtimeTool) } }
  },
})

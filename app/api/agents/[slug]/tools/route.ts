import { ToolsQuery } from '#lib/agents/server/tools/http/tool-requests.ts'
import { chatTool, realtimeTool } from '#lib/agents/server/tools/tool.ts'
import { defineToolRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** The functions that the key may call, as OpenAI-compatible tools. */
const list = defineToolRoute({
  query: ToolsQuery,
  async handle({ caller, input: { format }, services: { tools } }) {
    const usable = await tools.getSkillTools(caller)
    return { body: { tools: format === 'chat' ? usable.map(chatTool) : usable.map(realtimeTool) } }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list })

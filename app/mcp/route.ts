import { mcpRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** The skills as MCP tools, over streamable HTTP. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({
  GET: mcpRoute,
  POST: mcpRoute,
  DELETE: mcpRoute,
})

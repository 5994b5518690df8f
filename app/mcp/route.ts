import { routeMethods } from '#lib/http/route-methods.ts'
import { mcpRoute } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

/** The skills as MCP tools, over streamable HTTP. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({
  GET: mcpRoute,
  POST: mcpRoute,
  DELETE: mcpRoute,
})

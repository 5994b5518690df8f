import { RealtimeStart } from '#lib/agents/server/tools/http/tool-requests.ts'
import { startRealtime } from '#lib/agents/server/tools/realtime/start-realtime.ts'
import { defineToolCallRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({
  POST: defineToolCallRoute({ body: RealtimeStart, handle: startRealtime }),
})

import { routeMethods } from '#lib/http/route-methods.ts'
import { defineToolCallRoute } from '#lib/server.ts'
import { RealtimeStart } from '#lib/tools/http/tool-requests.ts'
import { startRealtime } from '#lib/tools/realtime/start-realtime.ts'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({
  POST: defineToolCallRoute({ body: RealtimeStart, handle: startRealtime }),
})

import { RealtimeJoined, RealtimeSecret, RealtimeStart } from '#lib/agents/server/tools/http/tool-requests.ts'
import { startRealtime } from '#lib/agents/server/tools/realtime/start-realtime.ts'
import { defineToolCallRoute } from '#lib/compose/server.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineToolCallRoute({
  operation: 'startRealtime',
  summary: 'Starts a session with the Realtime API that has the tools of the key.',
  body: RealtimeStart,
  answers: {
    201: { description: 'The secret of a new session', schema: RealtimeSecret },
    202: {
      description: 'The call is joined, and its function calls are answered until it ends',
      schema: RealtimeJoined,
    },
  },
  errors: ['NOT_CONFIGURED', 'API_UNAVAILABLE', 'CONFLICT'],
  handle: startRealtime,
})

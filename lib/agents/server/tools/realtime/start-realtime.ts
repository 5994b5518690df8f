import type { RouteResult } from '#lib/platform/server/http/define-route.ts'
import type { ToolRouteCall } from '../http/define-tool-route.ts'
import type { RealtimeStart } from '../http/tool-requests.ts'
import type { RealtimeStarter } from './realtime-starter.ts'

type Services = { readonly realtime: Pick<RealtimeStarter, 'secret' | 'join'> }

/**
 * What `POST /api/agents/{slug}/realtime` does: gives a session of the Realtime API the tools of the agent key. Answers
 * 201 with a secret for a new session, or 202 after joining an existing call.
 */
export async function startRealtime({
  caller,
  input: { call_id, call },
  services: { realtime },
  reading,
}: ToolRouteCall<RealtimeStart, Services>): Promise<RouteResult> {
  if (call_id !== undefined) {
    const joined = await realtime.join(caller, call_id, call, reading)
    return joined.ok ? { body: joined.value, status: 202 } : joined
  }
  const made = await realtime.secret(caller)
  return made.ok ? { body: made.value, status: 201, headers: { 'cache-control': 'no-store' } } : made
}

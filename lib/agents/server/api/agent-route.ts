import * as z from 'zod'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { Profiles } from '../profiles/profiles.ts'
import { type AgentAuth, checkAgentCall } from './agent-call.ts'

/** `name`: the name of a key; empty if the path contains none. */
const Params = z.object({ id: z.string(), name: z.string().default('') })

type Services = { readonly agentAuth: AgentAuth; readonly profiles: Profiles }
type Asked = { readonly request: Request; readonly params: z.output<typeof Params> }
type Found = { readonly profileToken: string; readonly profiles: Profiles }

/** What the routes below `/profiles/{id}` have in common. The id is the agent's secret. */
export function createAgentRoute(services: () => Promise<Services>) {
  const checkFirst = async ({ request, params }: Asked): Promise<Outcome<Found>> => {
    const { agentAuth, profiles } = await services()
    const checked = checkAgentCall(request.headers, params.id, agentAuth)
    return checked.ok ? { ok: true, value: { profileToken: params.id, profiles } } : checked
  }
  return { who: 'anyone', limit: 'agent', params: Params, checkFirst } as const
}

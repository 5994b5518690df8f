import * as z from 'zod'
import { type AgentAuth, checkAgentCall } from './agent-call.ts'

/** `name`: the name of a key; empty if the path contains none. */
const Params = z.object({ id: z.string(), name: z.string().default('') })

type Services = { readonly agentAuth: AgentAuth }
type Asked = { readonly request: Request; readonly params: z.output<typeof Params>; readonly services: Services }

/** What the routes below `/profiles/{id}` have in common. The id is the agent's secret. */
export const agentRoute = {
  who: 'anyone',
  limit: 'agent',
  params: Params,
  checkFirst: {
    credential: 'profile',
    check: async ({ request, params, services }: Asked) =>
      checkAgentCall(request.headers, params.id, services.agentAuth),
  },
} as const

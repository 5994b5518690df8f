import type { DefineRoute, RouteHandler } from '#lib/platform/server/http/define-route.ts'
import { isOwnHost, type OriginCheck } from '#lib/platform/server/http/origin.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import { type AgentDoor, admitAgent } from '../http/admit-agent.ts'
import type { McpDoor } from './mcp-door.ts'

type McpRouteServices = AgentDoor & {
  readonly mcp: McpDoor
  readonly checkOrigin: OriginCheck
  readonly env: { readonly publicUrl?: string | undefined }
}

/** Declares `/mcp`, for every method. A foreign origin or host name is refused before the key is read. */
export const createMcpRoute = (defineRoute: DefineRoute<McpRouteServices>): RouteHandler =>
  defineRoute({
    who: 'anyone',
    limit: 'agent',
    async handle({ request, services }) {
      const { checkOrigin, env, mcp } = services
      if (checkOrigin(request.headers) === 'foreign' || !isOwnHost(request.headers, env.publicUrl)) return foreign
      const admitted = await admitAgent(request.headers, services)
      return admitted.ok ? mcp.fetch(request, admitted.value) : admitted
    },
  })

const foreign = refuse('FORBIDDEN', {
  message: 'This request names another origin or host. Send it to the address of this app, from outside a web page.',
})

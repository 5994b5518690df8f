import * as z from 'zod'
import type { DefineRoute, RouteHandler, RouteResult } from '#lib/platform/server/http/define-route.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import { Source } from '#runner/contract/principal.ts'
import type { AgentCaller } from '../../keys/agent-keys.ts'
import { type AgentDoor, admitAgent, fromSource } from './admit-agent.ts'

const Params = z.object({ slug: z.string() })

/** `source`: where the message that the agent answers came from. It can only lower the trust of the key. */
export const SourceField = { source: Source.optional() }
export const SourceQuery = z.strictObject(SourceField)
type WithSource = z.ZodObject & z.ZodType<z.output<typeof SourceQuery>>

/** A call of a route whose key and input were checked. */
export type ToolRouteCall<Input, Services> = {
  readonly caller: AgentCaller
  readonly input: Input
  readonly services: Services
  readonly signal: AbortSignal
}

type FirstCheck = { readonly request: Request; readonly params: z.output<typeof Params> }

/** Creates the functions that declare routes below `/api/agents/{slug}`, which need a key of that agent. */
export function createDefineToolRoute<Services extends AgentDoor>(
  defineRoute: DefineRoute,
  services: () => Promise<Services>,
) {
  const common = {
    who: 'anyone',
    limit: 'agent',
    params: Params,
    async checkFirst({ request, params }: FirstCheck): Promise<Outcome<{ caller: AgentCaller; services: Services }>> {
      const available = await services()
      const admitted = await admitAgent(request.headers, available)
      if (!admitted.ok) return admitted
      const { value: caller } = admitted
      return caller.slug === params.slug ? { ok: true, value: { caller, services: available } } : refuse('NOT_FOUND')
    },
  } as const

  return {
    defineToolRoute: <Schema extends WithSource>(declaration: {
      readonly query: Schema
      handle(call: ToolRouteCall<z.output<Schema>, Services>): Promise<RouteResult>
    }): RouteHandler =>
      defineRoute({
        ...common,
        query: declaration.query,
        handle: ({ first: { caller, services }, input, signal }) =>
          declaration.handle({ caller: fromSource(caller, input.source), input, services, signal }),
      }),

    /** The source may be in the body, and in the query as for calls without a body. */
    defineToolCallRoute: <Schema extends WithSource>(declaration: {
      readonly body: Schema
      handle(call: ToolRouteCall<z.output<Schema>, Services>): Promise<RouteResult>
    }): RouteHandler =>
      defineRoute({
        ...common,
        query: SourceQuery,
        body: declaration.body,
        handle: ({ first: { caller, services }, input, query, signal }) =>
          declaration.handle({
            caller: fromSource(fromSource(caller, input.source), query.source),
            input,
            services,
            signal,
          }),
      }),
  }
}

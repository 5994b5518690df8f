import * as z from 'zod'
import type { DefineRoute, RouteHandler, RouteResult } from '#lib/http/define-route.ts'
import { refuse } from '#lib/http/outcome.ts'
import { Source } from '#runner/contract/principal.ts'
import type { AgentCaller } from '../keys/agent-keys.ts'
import { type AgentDoor, admitAgent, fromSource } from './admit-agent.ts'

const Params = z.object({ slug: z.string() })

/** `source`: where the message that the agent answers came from. It can only lower what the key may do. */
export const SourceField = { source: Source.optional() }
const WithSource = z.looseObject(SourceField)

type Call<Input, Services> = {
  readonly caller: AgentCaller
  readonly input: Input
  readonly services: Services
  readonly signal: AbortSignal
}

/** Creates the functions that declare routes below `/api/agents/{slug}`, which need a key of that agent. */
export function createDefineToolRoute<Services extends AgentDoor>(
  defineRoute: DefineRoute,
  services: () => Promise<Services>,
) {
  const common = { who: 'anyone', limit: 'agent', params: Params } as const

  async function answer<Input>(
    { headers, signal }: Request,
    slug: string,
    input: Input,
    handle: (call: Call<Input, Services>) => Promise<RouteResult>,
  ): Promise<RouteResult> {
    const available = await services()
    const admitted = await admitAgent(headers, available)
    if (!admitted.ok) return admitted
    if (admitted.value.slug !== slug) return refuse('NOT_FOUND')
    const { source } = WithSource.parse(input)
    return handle({ caller: fromSource(admitted.value, source), input, services: available, signal })
  }

  return {
    defineToolRoute: <Schema extends z.ZodObject>(declaration: {
      readonly query: Schema
      handle(call: Call<z.output<Schema>, Services>): Promise<RouteResult>
    }): RouteHandler =>
      defineRoute({
        ...common,
        query: declaration.query,
        handle: ({ request, params, input }) => answer(request, params.slug, input, declaration.handle),
      }),
    defineToolCallRoute: <Schema extends z.ZodObject>(declaration: {
      readonly body: Schema
      handle(call: Call<z.output<Schema>, Services>): Promise<RouteResult>
    }): RouteHandler =>
      defineRoute({
        ...common,
        body: declaration.body,
        handle: ({ request, params, input }) => answer(request, params.slug, input, declaration.handle),
      }),
  }
}

import * as z from 'zod'
import type { DefineRoute, RouteResult } from '#lib/platform/server/http/define-route.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { ApiOperation } from '#lib/platform/server/http/route-description.ts'
import { Source } from '#runner/contract/principal.ts'
import { type Reading, readingOf } from '../../confirmations/plain-facts.ts'
import type { AgentCaller } from '../../keys/agent-keys.ts'
import { type AgentDoor, admitAgent, fromSource } from './admit-agent.ts'

const Params = z.object({ slug: z.string() })

/** `source`: where the message that the agent answers came from. It can only lower the trust of the key. */
export const SourceField = { source: Source.optional() }
const SourceQuery = z.strictObject(SourceField)
type WithSource = z.ZodObject & z.ZodType<z.output<typeof SourceQuery>>

type Asked = { readonly request: Request; readonly params: z.output<typeof Params>; readonly services: AgentDoor }

/** A call of a route whose key and input were checked. */
export type ToolRouteCall<Input, Services> = {
  readonly caller: AgentCaller
  readonly input: Input
  readonly services: Services
  /** The language of the client. */
  readonly reading: Reading
  readonly signal: AbortSignal
}

const readingFor = ({ headers }: Request): Reading => readingOf(headers.get('accept-language'))

/** Creates the functions that declare routes below `/api/agents/{slug}`, which need a key of that agent. */
export function createDefineToolRoute<Services extends AgentDoor>(defineRoute: DefineRoute<Services>) {
  const common = {
    who: 'anyone',
    limit: 'agent',
    params: Params,
    checkFirst: {
      credential: 'agentKey',
      async check({ request, params, services }: Asked): Promise<Outcome<AgentCaller>> {
        const admitted = await admitAgent(request.headers, services)
        return !admitted.ok || admitted.value.slug === params.slug ? admitted : refuse('NOT_FOUND')
      },
    },
  } as const

  return {
    defineToolRoute: <Schema extends WithSource>({
      handle,
      ...declaration
    }: ApiOperation & {
      readonly query: Schema
      handle(call: ToolRouteCall<z.output<Schema>, Services>): Promise<RouteResult>
    }) =>
      defineRoute.get({
        ...common,
        ...declaration,
        handle: ({ first: caller, input, services, signal, request }) =>
          handle({ caller: fromSource(caller, input.source), input, services, signal, reading: readingFor(request) }),
      }),

    /** The source may be in the body, and in the query as for calls without a body. */
    defineToolCallRoute: <Schema extends WithSource>({
      handle,
      ...declaration
    }: ApiOperation & {
      readonly body: Schema
      handle(call: ToolRouteCall<z.output<Schema>, Services>): Promise<RouteResult>
    }) =>
      defineRoute.post({
        ...common,
        ...declaration,
        query: SourceQuery,
        handle: ({ first, input, query, services, signal, request }) => {
          const caller = fromSource(fromSource(first, input.source), query.source)
          return handle({ caller, input, services, signal, reading: readingFor(request) })
        },
      }),
  }
}

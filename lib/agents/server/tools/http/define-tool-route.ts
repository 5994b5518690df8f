import * as z from 'zod'
import type { DefineRoute, RouteHandler, RouteResult } from '#lib/platform/server/http/define-route.ts'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import { createQueryParser } from '#lib/platform/server/http/parse-query.ts'
import { readJson } from '#lib/platform/server/http/read-json.ts'
import { queryOf } from '#lib/platform/server/http/request-target.ts'
import { Source } from '#runner/contract/principal.ts'
import type { AgentCaller } from '../keys/agent-keys.ts'
import { type AgentDoor, admitAgent, fromSource } from './admit-agent.ts'

const Params = z.object({ slug: z.string() })

/** `source`: where the message that the agent answers came from. It can only lower the trust of the key. */
export const SourceField = { source: Source.optional() }
export const SourceQuery = z.strictObject(SourceField)
const bodyLimitBytes = 256 * 1024
const WithSource = z.looseObject(SourceField)
const parseSource = createQueryParser(SourceQuery)

/** A call of a route whose key and input were checked. */
export type ToolRouteCall<Input, Services> = {
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

  /** Checks the key before it reads the input. */
  async function answer<Input>(
    request: Request,
    slug: string,
    read: (request: Request) => Outcome<Input> | Promise<Outcome<Input>>,
    handle: (call: ToolRouteCall<Input, Services>) => Promise<RouteResult>,
  ): Promise<RouteResult> {
    const available = await services()
    const admitted = await admitAgent(request.headers, available)
    if (!admitted.ok) return admitted
    if (admitted.value.slug !== slug) return refuse('NOT_FOUND')
    const input = await read(request)
    if (!input.ok) return input
    const { source } = WithSource.parse(input.value)
    const caller = fromSource(admitted.value, source)
    return handle({ caller, input: input.value, services: available, signal: request.signal })
  }

  return {
    defineToolRoute<Schema extends z.ZodObject>(declaration: {
      readonly query: Schema
      handle(call: ToolRouteCall<z.output<Schema>, Services>): Promise<RouteResult>
    }): RouteHandler {
      const parse = createQueryParser(declaration.query)
      const read = (request: Request) => parse(queryOf(request))
      return defineRoute({
        ...common,
        handle: ({ request, params }) => answer(request, params.slug, read, declaration.handle),
      })
    },
    defineToolCallRoute<Schema extends z.ZodObject>(declaration: {
      readonly body: Schema
      handle(call: ToolRouteCall<z.output<Schema>, Services>): Promise<RouteResult>
    }): RouteHandler {
      const read = async (request: Request) => {
        const json = await readJson(request, bodyLimitBytes)
        return json.ok ? parseInput(declaration.body, json.value, 'body') : json
      }
      // The source may also be in the query, as it is for calls without a body.
      const handle = async (call: ToolRouteCall<z.output<Schema>, Services>, request: Request) => {
        const query = parseSource(queryOf(request))
        return query.ok ? declaration.handle({ ...call, caller: fromSource(call.caller, query.value.source) }) : query
      }
      return defineRoute({
        ...common,
        handle: ({ request, params }) => answer(request, params.slug, read, (call) => handle(call, request)),
      })
    },
  }
}

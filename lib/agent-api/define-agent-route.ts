import * as z from 'zod'
import type { DefineRoute, RouteHandler, RouteResult } from '#lib/http/define-route.ts'
import { parseInput } from '#lib/http/input-error.ts'
import type { Outcome } from '#lib/http/outcome.ts'
import { readJson } from '#lib/http/read-json.ts'
import { type AgentAuth, checkAgentCall } from './agent-call.ts'

/** `name`: the name of a key; empty if the path contains none. */
const Params = z.object({ id: z.string(), name: z.string().default('') })

const bodyLimitBytes = 256 * 1024

type Call = { readonly token: string; readonly name: string }
type Answer = Promise<Outcome<unknown>>

/** Creates the functions that declare routes below `/profiles/{id}`, whose id is the agent's secret. */
export function createDefineAgentRoute<Services extends { readonly agentAuth: AgentAuth }>(
  defineRoute: DefineRoute,
  services: () => Promise<Services>,
) {
  const common = { who: 'anyone', limit: 'agent', params: Params } as const

  async function answer(
    request: Request,
    { id, name }: z.output<typeof Params>,
    status: number,
    handle: (call: Call, services: Services) => Answer,
  ): Promise<RouteResult> {
    const available = await services()
    // Checked before the body is read.
    const checked = checkAgentCall(request.headers, id, available.agentAuth)
    if (!checked.ok) return checked
    const outcome = await handle({ token: id, name }, available)
    return outcome.ok ? { body: outcome.value, status } : outcome
  }

  async function readBody<Schema extends z.ZodType>(request: Request, body: Schema) {
    const json = await readJson(request, bodyLimitBytes)
    return json.ok ? parseInput(body, json.value, 'body') : json
  }

  return {
    /** A call without a body. */
    defineAgentRoute: ({ handle }: { handle(call: Call, services: Services): Answer }): RouteHandler =>
      defineRoute({ ...common, handle: ({ request, params }) => answer(request, params, 200, handle) }),

    /** A call with a JSON body. `status`: the status of a success; absent: 200. */
    defineAgentBodyRoute: <Schema extends z.ZodType>(declaration: {
      readonly body: Schema
      readonly status?: number
      handle(call: Call & { readonly input: z.output<Schema> }, services: Services): Answer
    }): RouteHandler => {
      const { body, status = 200, handle } = declaration
      return defineRoute({
        ...common,
        stores: true,
        handle: ({ request, params }) =>
          answer(request, params, status, async (call, available) => {
            const input = await readBody(request, body)
            return input.ok ? handle({ ...call, input: input.value }, available) : input
          }),
      })
    },
  }
}

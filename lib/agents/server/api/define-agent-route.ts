import * as z from 'zod'
import type { DefineRoute, RouteHandler, RouteResult } from '#lib/platform/server/http/define-route.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import { type AgentAuth, checkAgentCall } from './agent-call.ts'

/** `name`: the name of a key; empty if the path contains none. */
const Params = z.object({ id: z.string(), name: z.string().default('') })

type Call = { readonly token: string; readonly name: string }
type Answer = Promise<Outcome<unknown>>

/** Creates the functions that declare routes below `/profiles/{id}`, whose id is the agent's secret. */
export function createDefineAgentRoute<Services extends { readonly agentAuth: AgentAuth }>(
  defineRoute: DefineRoute,
  services: () => Promise<Services>,
) {
  const common = { who: 'anyone', limit: 'agent', params: Params } as const

  const checkFirst = async ({ request, params }: { request: Request; params: z.output<typeof Params> }) =>
    checkAgentCall(request.headers, params.id, (await services()).agentAuth)
  const resultOf = async (answer: Answer, status: number): Promise<RouteResult> => {
    const outcome = await answer
    return outcome.ok ? { body: outcome.value, status } : outcome
  }

  return {
    /** A call without a body. */
    defineAgentRoute: ({ handle }: { handle(call: Call, services: Services): Answer }): RouteHandler =>
      defineRoute({
        ...common,
        checkFirst,
        handle: async ({ params: { id, name } }) => resultOf(handle({ token: id, name }, await services()), 200),
      }),

    /** A call with a JSON body. `status`: the status of a success; absent: 200. */
    defineAgentBodyRoute: <Schema extends z.ZodType>(declaration: {
      readonly body: Schema
      readonly status?: number
      handle(call: Call & { readonly input: z.output<Schema> }, services: Services): Answer
    }): RouteHandler => {
      const { body, status = 200, handle } = declaration
      return defineRoute({
        ...common,
        checkFirst,
        body,
        stores: true,
        handle: async ({ params: { id, name }, input }) =>
          resultOf(handle({ token: id, name, input }, await services()), status),
      })
    },
  }
}

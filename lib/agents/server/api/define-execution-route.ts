import * as z from 'zod'
import type { DefineRoute, RouteHandler, RouteResult } from '#lib/platform/server/http/define-route.ts'
import type { ExecutionCall, Scripts } from '../scripts/scripts.ts'

const Params = z.object({ id: z.string() })

type Services = { readonly scripts: Scripts }
type Call = { readonly call: ExecutionCall; readonly scripts: Scripts; readonly request: Request }

/** Creates the functions that declare routes below `/executions/{id}`, whose id is the agent's secret. */
export function createDefineExecutionRoute(defineRoute: DefineRoute, services: () => Promise<Services>) {
  const common = { who: 'anyone', limit: 'executions', params: Params } as const
  const callOf = async (request: Request, { id }: z.output<typeof Params>): Promise<Call> => {
    const { scripts } = await services()
    return { call: { token: id, headers: request.headers }, scripts, request }
  }

  return {
    defineExecutionRoute: (handle: (call: Call) => Promise<RouteResult>): RouteHandler =>
      defineRoute({ ...common, handle: async ({ request, params }) => handle(await callOf(request, params)) }),

    defineExecutionQueryRoute: <Schema extends z.ZodObject>(
      query: Schema,
      handle: (call: Call & { readonly input: z.output<Schema> }) => Promise<RouteResult>,
    ): RouteHandler =>
      defineRoute({
        ...common,
        query,
        handle: async ({ request, params, input }) => handle({ ...(await callOf(request, params)), input }),
      }),

    defineExecutionBodyRoute: <Schema extends z.ZodType>(
      declaration: { readonly body: Schema; readonly bodyLimitBytes: number },
      handle: (call: Call & { readonly input: z.output<Schema> }) => Promise<RouteResult>,
    ): RouteHandler =>
      defineRoute({
        ...common,
        ...declaration,
        stores: true,
        checkFirst: async ({ request, params }) => {
          const { scripts, call } = await callOf(request, params)
          return scripts.check(call)
        },
        handle: async ({ request, params, input }) => handle({ ...(await callOf(request, params)), input }),
      }),
  }
}

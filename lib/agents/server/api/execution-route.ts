import * as z from 'zod'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { ExecutionCall, Scripts } from '../scripts/scripts.ts'

const Params = z.object({ id: z.string() })

type Services = { readonly scripts: Scripts }
type Asked = { readonly request: Request; readonly params: z.output<typeof Params> }
type Found = { readonly call: ExecutionCall; readonly scripts: Scripts }

/** What the routes below `/executions/{id}` have in common. The id is the agent's secret. */
export function createExecutionRoute(services: () => Promise<Services>) {
  const checkFirst = async ({ request, params }: Asked): Promise<Outcome<Found>> => {
    const { scripts } = await services()
    return { ok: true, value: { call: { executionToken: params.id, headers: request.headers }, scripts } }
  }
  return { who: 'anyone', limit: 'executions', params: Params, checkFirst } as const
}

/** A route with a body, which is read only if the caller may access the execution. */
export function createExecutionBodyRoute(services: () => Promise<Services>) {
  const route = createExecutionRoute(services)
  const checkFirst = async (asked: Asked): Promise<Outcome<Found>> => {
    const found = await route.checkFirst(asked)
    if (!found.ok) return found
    const checked = await found.value.scripts.check(found.value.call)
    return checked.ok ? found : checked
  }
  return { ...route, checkFirst } as const
}

import * as z from 'zod'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { ExecutionCall, Scripts } from '../scripts/scripts.ts'

const Params = z.object({ id: z.string() })

type Services = { readonly scripts: Pick<Scripts, 'check'> }
type Asked = { readonly request: Request; readonly params: z.output<typeof Params>; readonly services: Services }

const callOf = ({ request, params }: Asked): ExecutionCall => ({ executionToken: params.id, headers: request.headers })

/** What the routes below `/executions/{id}` have in common. The id is the agent's secret. */
export const executionRoute = {
  who: 'anyone',
  limit: 'executions',
  params: Params,
  checkFirst: {
    credential: 'profile',
    check: async (asked: Asked): Promise<Outcome<ExecutionCall>> => ({ ok: true, value: callOf(asked) }),
  },
} as const

/** A route with a body, which is read only if the caller may access the execution. */
export const executionBodyRoute = {
  ...executionRoute,
  checkFirst: {
    credential: 'profile',
    async check(asked: Asked): Promise<Outcome<ExecutionCall>> {
      const call = callOf(asked)
      const checked = await asked.services.scripts.check(call)
      return checked.ok ? { ok: true, value: call } : checked
    },
  },
} as const

/** The ETag in a request's `If-None-Match`, which is compared weakly (RFC 9110): without the mark of a weak one. */
export const knownEtagOf = (headers: Headers): string | undefined =>
  headers.get('if-none-match')?.trim().replace(/^W\//, '')

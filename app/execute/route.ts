import { pollUrlOf } from '#lib/agents/server/api/poll-url.ts'
import { type AcceptedExecution, NewExecution } from '#lib/agents/server/scripts/execution-schema.ts'
import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** A script has at most 256 KB, but escapes lengthen its JSON. */
const bodyLimitBytes = 2 * 1024 * 1024

/** Queues a script of a locked profile. */
const execute = defineRoute({
  who: 'anyone',
  limit: 'executions',
  body: NewExecution,
  bodyLimitBytes,
  checkFirst: async ({ request }) => (await services()).scripts.checkHeaders(request.headers),
  async handle({ request, input }) {
    const { scripts, env } = await services()
    const accepted = await scripts.execute(input, request.headers)
    if (!accepted.ok) return accepted
    const { executionToken, status, isCached } = accepted.value
    const body: AcceptedExecution = {
      execution_id: executionToken,
      poll_url: pollUrlOf(request, env.publicUrl, executionToken),
      status,
      ...(isCached ? { cached: true } : {}),
    }
    return { body, status: 202 }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: execute })

import { AcceptedExecution, guessNote, NewExecution } from '#lib/agents/server/scripts/execution-schema.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { instanceUrlOf } from '#lib/platform/server/http/origin.ts'

/** A script has at most 256 KB, but escapes lengthen its JSON. */
const bodyLimitBytes = 2 * 1024 * 1024

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  operation: 'execute',
  summary: 'Queues a script of a locked profile.',
  who: 'anyone',
  limit: 'executions',
  body: NewExecution,
  bodyLimitBytes,
  status: 202,
  answers: { 202: { description: 'The execution, which is queued', schema: AcceptedExecution } },
  errors: ['CONFLICT', 'RUNTIME_UNAVAILABLE'],
  checkFirst: {
    credential: 'profile',
    check: async ({ request, services }) => services.scripts.checkHeaders(request.headers),
  },
  async handle({ request, input, services: { scripts, env } }) {
    const accepted = await scripts.execute(input, request.headers)
    if (!accepted.ok) return accepted
    const { executionToken, status, isCached, language, isGuessed } = accepted.value
    const body: AcceptedExecution = {
      execution_id: executionToken,
      poll_url: `${instanceUrlOf(request, env.publicUrl)}/executions/${executionToken}`,
      status,
      language,
      ...(isGuessed ? { language_note: guessNote(language) } : {}),
      ...(isCached ? { cached: true } : {}),
    }
    return { ok: true, value: body }
  },
})

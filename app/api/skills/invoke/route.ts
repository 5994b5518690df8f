import { defineRoute, services } from '#lib/compose/server.ts'
import { retryAfterHeader } from '#lib/platform/server/http/outcome.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { InvokeBody } from '#lib/skills/server/invoking/invoke-body.ts'
import { httpStatusOf } from '#runner/contract/errors.ts'

export const dynamic = 'force-dynamic'

/** Runs a skill for a signed-in user or guest. After the dispatch, every response is a SkillOutput. */
const invoke = defineRoute({
  who: 'session',
  limit: 'invoke',
  body: InvokeBody,
  async handle({ context, input: { skill, input, confirmation_id, confirmed, fresh }, signal }) {
    const { invokeSkill } = await services()
    const invocation = await invokeSkill({
      skill,
      input,
      ...context,
      signal,
      confirmationId: confirmation_id,
      confirmed,
      isFresh: fresh,
      call: { channel: 'page' },
    })
    if (invocation.kind === 'refused') return { ok: false, error: invocation.error }
    const { output } = invocation
    if (output.status === 'success') return { body: output, status: 200 }
    if (output.status === 'requires_confirmation') {
      return { body: output, status: httpStatusOf('CONFIRMATION_REQUIRED') }
    }
    const { code, retry_after_ms } = output.error
    return { body: output, status: httpStatusOf(code), headers: retryAfterHeader(retry_after_ms) }
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: invoke })

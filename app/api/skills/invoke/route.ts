import { readingOf } from '#lib/agents/server/confirmations/plain-facts.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { InvokeBody } from '#lib/skills/server/invoking/invoke-body.ts'
import { skillAnswer, skillFailures, ToldOutput, toldOutput } from '#lib/skills/server/invoking/skill-answer.ts'

const schema = ToldOutput.meta({ id: 'SkillOutput' })

/** For a signed-in user or guest. After the dispatch, every response is a SkillOutput. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  operation: 'invokeSkill',
  summary: 'Runs a skill.',
  who: 'session',
  limit: 'invoke',
  body: InvokeBody,
  answers: {
    200: { description: 'The output of the skill', schema },
    409: { description: 'The output asks for a confirmation', schema },
  },
  errors: ['SKILL_NOT_FOUND', 'NOT_FOUND', 'SKILL_DISABLED', 'TRUST_EXCEEDED', 'CONFLICT', 'RUNTIME_UNAVAILABLE'],
  failures: { schema, codes: skillFailures },
  async handle({ context, input: { skill, input, confirmation_id, confirmed, fresh }, request, services, signal }) {
    const invocation = await services.invokeSkill({
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
    return skillAnswer(toldOutput(services.shownOutput(invocation, readingOf(request.headers.get('accept-language')))))
  },
})

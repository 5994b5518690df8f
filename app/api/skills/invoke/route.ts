import * as z from 'zod'
import { defineRoute, services } from '#lib/server.ts'
import { httpStatusOf } from '#runner/contract/errors.ts'

export const dynamic = 'force-dynamic'

const InvokeBody = z.strictObject({
  skill: z.string().min(1, 'names the skill').max(64, 'is at most 64 characters'),
  /** Checked by the skill's own schema. */
  input: z.unknown(),
})

/** Runs a skill for whoever is signed in, guests too. From dispatch on the answer is a SkillOutput. */
export const POST = defineRoute({
  who: 'session',
  limit: 'invoke',
  body: InvokeBody,
  async handle({ principal, input: { skill, input }, signal }) {
    const { invokeSkill } = await services()
    const invocation = await invokeSkill({ skill, input, principal, signal })
    if (invocation.kind === 'refused') return { ok: false, error: invocation.error }
    const { output } = invocation
    return { body: output, status: output.status === 'error' ? httpStatusOf(output.error.code) : 200 }
  },
})

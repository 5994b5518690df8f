import { realClock } from '#runner/egress/testing/engine-fixture.ts'
import type { SkillRunner } from '#runner/run/runner.ts'
import { createAnswerCache } from '../answer-cache.ts'
import type { AnsweredLog } from '../answered-log.ts'
import { createInvokeSkill, type InvokeSkill } from '../invoke-skill.ts'

/** Invokes skills with this runner and an empty cache, and without upstreams. */
export const invokeWith = (runner: SkillRunner, answered: AnsweredLog = async () => {}): InvokeSkill =>
  createInvokeSkill({
    runner,
    cache: createAnswerCache(Date.now),
    upstreams: { of: () => undefined },
    answered,
    clock: realClock,
  })

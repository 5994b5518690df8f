import { realClock } from '#runner/egress/testing/engine-fixture.ts'
import type { SkillRunner } from '#runner/run/runner.ts'
import { type AnswerCache, createAnswerCache } from '../answer-cache.ts'
import type { AnsweredLog } from '../answered-log.ts'
import { createInvokeSkill, type InvokeSkill } from '../invoke-skill.ts'

/** Invokes skills with this runner, and without upstreams. `cache`: an empty one by default. */
export const invokeWith = (
  runner: SkillRunner,
  answered: AnsweredLog = async () => {},
  cache: AnswerCache = createAnswerCache(Date.now),
): InvokeSkill =>
  createInvokeSkill({
    runner,
    cache,
    upstreams: { of: () => undefined },
    answered,
    clock: realClock,
  })

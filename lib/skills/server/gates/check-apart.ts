import { join } from 'node:path'
import type { Evidence } from '#gates/judge.ts'
import { createAskApart } from '#runner/queue/ask-apart.ts'
import { CheckAnswer, type CheckRequest } from './check-messages.ts'

/** A check that did not end: the process died, or the deadline passed. A skill without a verdict does not run. */
export class CheckUnfinished extends Error {
  override readonly name = 'CheckUnfinished'
}

/** Returns the findings of the gates in a folder. Throws `CheckUnfinished`. */
export type CheckApart = (request: CheckRequest) => Promise<Evidence>

type CheckApartOptions = {
  /** Absolute path of `check-process.ts`. A bundler must not move it. */
  readonly processPath: string
  /** How long one check may take. */
  readonly deadlineMs: number
}

/** A check takes milliseconds. The deadline also leaves time for a busy machine. */
export const checkDeadlineMs = 30_000

export const checkProcessPath = (projectRoot: string): string =>
  join(projectRoot, 'lib/skills/server/gates/check-process.ts')

const idleMs = 5_000
const heapMb = 512

/** Checks folders in a separate process, so that a hostile folder can neither block nor crash the app. */
export function createCheckApart({ processPath, deadlineMs }: CheckApartOptions): CheckApart {
  const { ask } = createAskApart<CheckRequest, CheckAnswer>({
    processPath,
    answer: CheckAnswer,
    deadlineMs,
    heapMb,
    idleMs,
  })
  return async (request) => {
    const given = await ask(request)
    if (!given.ok) throw new CheckUnfinished(given.reason)
    if (!given.answer.ok) throw new CheckUnfinished(given.answer.reason)
    return given.answer.evidence
  }
}

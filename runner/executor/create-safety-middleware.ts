import { type ErrorCode, sentenceOf } from '../contract/errors.ts'
import { Source, type Trust } from '../contract/principal.ts'
import type { Log } from '../ports.ts'
import type { Executor } from './create-executor.ts'

/** A call that was not made, because its source has less trust than the skill needs. */
export class TrustError extends Error {
  readonly code: ErrorCode = 'TRUST_EXCEEDED'
  readonly needed: Trust
  readonly held: Trust
  constructor(skill: string, needed: Trust, held: Trust) {
    super(`${sentenceOf('TRUST_EXCEEDED', { skill })} It needs ${needed} and has ${held}.`)
    this.name = 'TrustError'
    this.needed = needed
    this.held = held
  }
}

export type SafetyOptions = {
  /** True: a call without enough trust is not made. Absent: it is only logged. */
  readonly enforce?: boolean
  /** Absent: nothing is logged. */
  readonly log?: Log
}

/**
 * Runs a skill that is not in the sandbox yet. `source`: where the message came from; anything else than a known source
 * counts as `public`.
 *
 * @throws {TrustError} with `enforce`, instead of calling it. What it throws itself passes through.
 */
export type SafeExecute = <Result>(
  run: () => Result | Promise<Result>,
  skill: string,
  about?: { readonly source?: string },
) => Promise<Result>

/**
 * Checks the trust of each call and logs it, before anything runs. It adds no sandbox: a skill that is called through it
 * has every right of this process, until the executor runs it.
 */
export function createSafetyMiddleware(
  executor: Pick<Executor, 'checkTrust'>,
  { enforce = false, log }: SafetyOptions = {},
): SafeExecute {
  return async (run, skill, about = {}) => {
    const source = Source.catch('public').parse(about.source)
    const { allowed, needed, held } = await executor.checkTrust(skill, source)
    const fields = { skill, source, needed, held, enforced: enforce }
    if (allowed) log?.info('a skill is called outside of the sandbox', fields)
    else log?.warn('a skill is called with less trust than it needs', fields)
    if (!allowed && enforce) throw new TrustError(skill, needed, held)
    try {
      return await run()
    } catch (cause) {
      // Its words may hold secrets: only whoever called it gets them.
      log?.warn('a skill outside of the sandbox failed', { skill, source })
      throw cause
    }
  }
}

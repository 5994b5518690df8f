import { type ErrorCode, sentenceOf } from '../contract/errors.ts'
import { Source, type Trust } from '../contract/principal.ts'
import type { Log } from '../core/ports.ts'
import type { Executor } from './create-executor.ts'

/** A skill was not called because the source has less trust than the skill needs. */
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
  /** True: a call without enough trust is rejected. Absent: it is only logged. */
  readonly enforce?: boolean
  /** Absent: nothing is logged. */
  readonly log?: Log
}

/**
 * Calls a skill that does not run in the sandbox yet. `source`: the source of the message; an unknown source counts as
 * `public`.
 *
 * @throws {TrustError} with `enforce`, instead of calling the skill. Errors of the skill are rethrown.
 */
export type SafeExecute = <Result>(
  run: () => Result | Promise<Result>,
  skill: string,
  about?: { readonly source?: string },
) => Promise<Result>

/**
 * Checks the trust of each call, and logs the call before the skill runs. The middleware adds no sandbox: a skill has
 * all rights of this process until it moves to the executor.
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
      // The error's text may contain secrets, so only the caller gets it.
      log?.warn('a skill outside of the sandbox failed', { skill, source })
      throw cause
    }
  }
}

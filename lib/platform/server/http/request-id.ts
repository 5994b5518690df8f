import { newId } from '#runner/contract/ids.ts'
import type { RandomBytes } from '#runner/core/ports.ts'

const wellFormed = /^[\w.-]{1,64}$/

/** The caller's `x-request-id` if it is short and plain, else a new `req_…`. */
export function requestIdOf(headers: Headers, randomBytes: RandomBytes): string {
  const given = headers.get('x-request-id')
  return given !== null && wellFormed.test(given) ? given : newId('req', randomBytes)
}

/** A path without the ids that are secrets: an agent's key or profile, and the executions of its scripts. */
export const withoutTokens = (path: string): string => path.replaceAll(/(ark|agk|exec)_[0-9A-Za-z]+/gi, '$1_…')

import type { Principal } from '#runner/contract/principal.ts'

/** Who sends a request. */
export type Caller = {
  readonly principal: Principal
  /** The key of the caller's limits and turns: a guest's address, because a person can start any number of guests. */
  readonly limitKey: string
}

/** The caller of a request that comes from no guest. */
export function callerOf(principal: Principal): Caller {
  return { principal, limitKey: principal.id }
}

import type { Principal } from '#runner/contract/principal.ts'
import { type Outcome, refuse } from '../http/outcome.ts'
import type { SignedIn } from './sessions.ts'

export type CurrentUser = {
  /** The session of the request, checked, with what the account pages show; null without one. */
  getSignedIn(): Promise<SignedIn | null>
  /** Who asks; null without a session that stands. */
  getCurrentUser(): Promise<Principal | null>
  /** The principal, guests too, or UNAUTHENTICATED. */
  requireUser(): Promise<Outcome<Principal>>
  /** The principal of an operator, or UNAUTHENTICATED, or FORBIDDEN. */
  requireOperator(): Promise<Outcome<Principal>>
}

/** @param readSession checks the session of the request that is being answered */
export function createCurrentUser(readSession: () => Promise<SignedIn | null>): CurrentUser {
  const getCurrentUser = async () => (await readSession())?.principal ?? null
  const requireUser = async (): Promise<Outcome<Principal>> => {
    const principal = await getCurrentUser()
    return principal === null ? refuse('UNAUTHENTICATED') : { ok: true, value: principal }
  }
  const requireOperator = async (): Promise<Outcome<Principal>> => {
    const user = await requireUser()
    return user.ok && user.value.role !== 'operator' ? refuse('FORBIDDEN') : user
  }
  return { getSignedIn: readSession, getCurrentUser, requireUser, requireOperator }
}

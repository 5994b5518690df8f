import type { Principal } from '#runner/contract/principal.ts'
import { type Outcome, refuse } from '../http/outcome.ts'
import type { SignedIn } from './sessions.ts'

export type CurrentUser = {
  /** The request's verified session, with the data that account pages show; null without one. */
  getSignedIn(): Promise<SignedIn | null>
  /** The request's principal; null without a valid session. */
  getCurrentUser(): Promise<Principal | null>
  /** The principal, which may be a guest, or UNAUTHENTICATED. */
  requireUser(): Promise<Outcome<Principal>>
  /** The principal, which is an operator, or UNAUTHENTICATED or FORBIDDEN. */
  requireOperator(): Promise<Outcome<Principal>>
}

/** @param readSession verifies the session of the current request */
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

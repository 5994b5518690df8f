import { ProofForm } from '../../model/account-schema.ts'
import { parseInput } from '../http/input-error.ts'
import { type Outcome, refuse, refuseBecause } from '../http/outcome.ts'
import { verifyOwnPassword } from './change-password.ts'
import type { AuthPorts, Client } from './ports.ts'
import type { SignedIn } from './sessions.ts'

/** How long a proof may be used. */
const freshMs = 5 * 60_000

/**
 * Uses up the proof of this session: that the person entered the password, or signed in at the provider, in the last
 * minutes. Each proof allows one operation. It is a column of the session, so a browser has nothing to copy or repeat.
 *
 * @returns FORBIDDEN with the reason `fresh_sign_in` without such a proof
 */
export async function spendProof(
  { db, clock }: Pick<AuthPorts, 'db' | 'clock'>,
  { userId, sessionId }: Pick<SignedIn, 'userId' | 'sessionId'>,
): Promise<Outcome<undefined>> {
  const now = clock.now()
  const { count } = await db.session.updateMany({
    where: { id: sessionId, userId, revokedAt: null, provedAt: { gt: new Date(now - freshMs), lte: new Date(now) } },
    data: { provedAt: null },
  })
  return count === 1 ? { ok: true, value: undefined } : refuseBecause('fresh_sign_in')
}

/**
 * Proves with the password that the person of this session is present.
 *
 * @returns INVALID_INPUT by field, FORBIDDEN for a wrong password, CONFLICT for an account without a password,
 *   UNAUTHENTICATED when the session has ended, RATE_LIMITED
 */
export async function proveWithPassword(
  ports: AuthPorts,
  input: unknown,
  signedIn: SignedIn,
  client: Client,
): Promise<Outcome<{ done: true }>> {
  const form = parseInput(ProofForm, input, 'form')
  if (!form.ok) return form
  const verified = await verifyOwnPassword(ports, form.value.current, signedIn, client)
  if (!verified.ok) return verified
  const { userId, sessionId } = signedIn
  const provedAt = new Date(ports.clock.now())
  // A changed password ends the session, so the session still stands for the password that was verified.
  const { count } = await ports.db.session.updateMany({
    where: { id: sessionId, userId, revokedAt: null },
    data: { provedAt },
  })
  return count === 1 ? { ok: true, value: { done: true } } : refuse('UNAUTHENTICATED')
}

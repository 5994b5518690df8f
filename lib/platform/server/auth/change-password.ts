import { ChangePasswordForm } from '../../model/account-schema.ts'
import { recordAct } from '../audit/record-act.ts'
import { parseInput } from '../http/input-error.ts'
import { type Outcome, refuse, refuseTooMany } from '../http/outcome.ts'
import type { AuthPorts, Client } from './ports.ts'
import { refuseAccount } from './refuse-account.ts'
import { type SignedIn, type StartedSession, startSession } from './sessions.ts'

/**
 * Changes the account's password. Ends every session and starts a new one for this browser.
 *
 * @returns INVALID_INPUT by field, FORBIDDEN for a wrong password, CONFLICT for an account without a password,
 *   RATE_LIMITED
 */
export async function changePassword(
  ports: AuthPorts,
  input: unknown,
  signedIn: SignedIn,
  client: Client,
): Promise<Outcome<StartedSession>> {
  const form = parseInput(ChangePasswordForm, input, 'form')
  if (!form.ok) return form
  const verified = await verifyOwnPassword(ports, form.value.current, signedIn, client)
  if (!verified.ok) return verified
  const hashed = await ports.passwords.hash(form.value.password, { address: client.key, account: signedIn.userId })
  if (!hashed.ok) return refuseTooMany(hashed.retryAfterMs)
  const { userId, principal } = signedIn
  const at = new Date(ports.clock.now())
  const started = await ports.db.$transaction(async (tx) => {
    // Updates only the hash that was verified: of two concurrent changes, the first wins.
    const { count } = await tx.user.updateMany({
      where: { id: userId, passwordHash: verified.value },
      data: { passwordHash: hashed.text },
    })
    if (count !== 1) return undefined
    await tx.session.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: at } })
    const session = await startSession(tx, ports, { id: userId }, client, signedIn, at)
    await recordAct(ports, tx, principal, 'user.password_changed', userId, { by: 'password' })
    return session
  })
  return started === undefined ? refuse('CONFLICT') : { ok: true, value: started }
}

/** Returns the stored hash if `password` is the account's. Attempts count against the account's limit. */
export async function verifyOwnPassword(
  ports: AuthPorts,
  password: string,
  { userId }: SignedIn,
  client: Client,
): Promise<Outcome<string>> {
  const verdict = await ports.limits.take('signInAccount', `own ${userId}`)
  if (!verdict.ok) return refuseTooMany(verdict.retryAfterMs)
  const user = await ports.db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } })
  if (!user?.passwordHash) return refuseAccount('CONFLICT', 'noPassword')
  const checked = await ports.passwords.verify(password, user.passwordHash, { address: client.key, account: userId })
  if (!checked.ok && checked.retryAfterMs !== undefined) return refuseTooMany(checked.retryAfterMs)
  if (!checked.ok) return refuseAccount('FORBIDDEN', 'wrongPassword', 'current')
  await ports.limits.forget('signInAccount', `own ${userId}`)
  return { ok: true, value: user.passwordHash }
}

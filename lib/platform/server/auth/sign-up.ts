import { newId } from '#runner/contract/ids.ts'
import { SignUpForm } from '../../model/account-schema.ts'
import { recordAct } from '../audit/record-act.ts'
import { isMissingRow, isUniqueViolation } from '../db/database-error.ts'
import { parseInput } from '../http/input-error.ts'
import { type Outcome, refuse, refuseTooMany } from '../http/outcome.ts'
import type { AuthPorts, Client } from './ports.ts'
import { principalOf } from './principal.ts'
import { refuseAccount } from './refuse-account.ts'
import { type SignedIn, type StartedSession, startSession } from './sessions.ts'

/**
 * Creates an account with email and password, and its first session. A guest keeps their user and all its data.
 *
 * @param current the browser's current session, if any
 * @returns CONFLICT when the email has an account, INVALID_INPUT by field, RATE_LIMITED
 */
export async function signUp(
  ports: AuthPorts,
  input: unknown,
  client: Client,
  current: SignedIn | null,
): Promise<Outcome<StartedSession>> {
  const form = parseInput(SignUpForm, input, 'form')
  if (!form.ok) return form
  const verdict = await ports.limits.take('signUp', client.key)
  if (!verdict.ok) return refuseTooMany(verdict.retryAfterMs)

  const { email, password, name } = form.value
  const hashed = await ports.passwords.hash(password, { address: client.key, account: email })
  if (!hashed.ok) return refuseTooMany(hashed.retryAfterMs)
  const person = { email, name: name || null, passwordHash: hashed.text, isGuest: false, guestExpiresAt: null }
  const at = new Date(ports.clock.now())
  try {
    const started = await ports.db.$transaction(async (tx) => {
      const user = current?.isGuest
        ? await tx.user.update({ where: { id: current.userId, isGuest: true }, data: person })
        : await tx.user.create({ data: { ...person, id: newId('user', ports.randomBytes), createdAt: at } })
      const session = await startSession(tx, ports, user, client, current ?? undefined, at)
      await recordAct(ports, tx, principalOf(user), 'user.signed_up', user.id, {
        method: 'password',
        was_guest: current?.isGuest ?? false,
      })
      return session
    })
    return { ok: true, value: started }
  } catch (cause) {
    // A concurrent request of the same guest won.
    if (isMissingRow(cause)) return refuse('CONFLICT')
    if (!isUniqueViolation(cause)) throw cause
    return refuseAccount('CONFLICT', 'emailTaken', 'email')
  }
}

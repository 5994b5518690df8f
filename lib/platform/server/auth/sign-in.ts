import { SignInForm } from '../../model/account-schema.ts'
import { parseInput } from '../http/input-error.ts'
import { type Outcome, refuseTooMany } from '../http/outcome.ts'
import type { AuthPorts, Client } from './ports.ts'
import { refuseAccount } from './refuse-account.ts'
import type { SessionClaim } from './session-cookie.ts'
import { type StartedSession, startAuditedSession } from './sessions.ts'

const wrong = refuseAccount('UNAUTHENTICATED', 'wrongSignIn')

/**
 * Starts a session for the account with this email and password.
 *
 * @param previous the browser's current session, which ends
 * @returns UNAUTHENTICATED (the same for an unknown email and a wrong password), FORBIDDEN for a disabled account,
 *   INVALID_INPUT by field, RATE_LIMITED
 */
export async function signIn(
  ports: AuthPorts,
  input: unknown,
  client: Client,
  previous: SessionClaim | undefined,
): Promise<Outcome<StartedSession>> {
  const form = parseInput(SignInForm, input, 'form')
  if (!form.ok) return form
  const { email, password } = form.value
  const account = `${client.key} ${email}`
  for (const [policy, key] of [
    ['signIn', client.key],
    ['signInAccount', account],
  ] as const) {
    const verdict = await ports.limits.take(policy, key)
    if (!verdict.ok) return refuseTooMany(verdict.retryAfterMs)
  }

  const user = await ports.db.user.findUnique({ where: { email } })
  const applicant = { address: client.key, account: email }
  const verdict = await ports.passwords.verify(password, user?.passwordHash ?? null, applicant)
  if (!verdict.ok && verdict.retryAfterMs !== undefined) return refuseTooMany(verdict.retryAfterMs)
  if (user === null || !verdict.ok) return wrong
  // Only who knows the password learns it.
  if (user.disabledAt !== null) return refuseAccount('FORBIDDEN', 'accountDisabled')
  const renewed = verdict.outdated ? await ports.passwords.hash(password, applicant) : undefined

  const started = await ports.db.$transaction(async (tx) => {
    // Requires the verified hash, and locks the row: a concurrent password change comes first or ends this session. The
    // session of a disabled account would not be valid.
    const { count } = await tx.user.updateMany({
      where: { id: user.id, passwordHash: user.passwordHash, disabledAt: null },
      // If the hash queue is full, the old hash stays until the next sign-in.
      data: { passwordHash: renewed?.ok ? renewed.text : user.passwordHash },
    })
    if (count !== 1) return undefined
    const provedAt = new Date(ports.clock.now())
    return startAuditedSession(tx, ports, user, client, previous, { method: { method: 'password' }, provedAt })
  })
  if (started === undefined) return wrong
  await ports.limits.forget('signInAccount', account)
  return { ok: true, value: started }
}

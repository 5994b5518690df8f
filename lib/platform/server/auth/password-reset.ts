import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { principalFrom } from '#runner/contract/principal.ts'
import type { AccountProblem } from '../../model/account-problems.ts'
import { ResetPasswordForm } from '../../model/account-schema.ts'
import { emailOf } from '../../model/email-address.ts'
import { recordAct } from '../audit/record-act.ts'
import { parseInput } from '../http/input-error.ts'
import { type Outcome, refuseTooMany } from '../http/outcome.ts'
import type { Context } from './context.ts'
import type { AuthPorts, Client } from './ports.ts'
import { refuseAccount } from './refuse-account.ts'

/** The validity of a link: long enough for an operator to hand it over. */
const lifetimeMs = 24 * 60 * 60_000
const form = /^(user_[0-9A-Za-z]+)\.(\d{13})\.([A-Za-z0-9_-]{43})$/

/**
 * A reset link holds the user id, the expiry, and a MAC over both and the current password hash. Nothing is stored, and
 * the link is worthless once the password changes.
 */
function markOf(sessionKey: Uint8Array, userId: string, until: number, passwordHash: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', sessionKey, '', 'travel password reset', 32))
  return createHmac('sha256', key)
    .update(JSON.stringify([userId, until, passwordHash]))
    .digest()
}

/** Whose password is reset: by the id, or by the address as somebody typed it. */
export type ResetFor = { readonly id: string } | { readonly email: string }

/** The reset token for this account; undefined if there is no such account with a password. */
export async function makeResetToken(
  ports: Pick<AuthPorts, 'db' | 'clock' | 'audit'>,
  sessionKey: Uint8Array,
  { principal }: Context,
  of: ResetFor,
): Promise<string | undefined> {
  const where = 'id' in of ? { id: of.id } : { email: emailOf(of.email) ?? '' }
  const user = await ports.db.user.findUnique({ where, select: { id: true, passwordHash: true } })
  if (!user?.passwordHash) return undefined
  const { id, passwordHash } = user
  const now = ports.clock.now()
  const until = now + lifetimeMs
  await ports.db.$transaction((tx) => recordAct(ports, tx, principal, 'user.password_reset_issued', id))
  return `${id}.${until}.${markOf(sessionKey, id, until, passwordHash).toString('base64url')}`
}

/** The account that a reset token may change now; undefined for a wrong, used or expired token. */
async function accountOf(
  ports: Pick<AuthPorts, 'db' | 'clock'>,
  sessionKey: Uint8Array,
  token: string,
): Promise<{ id: string; email: string | null; passwordHash: string } | undefined> {
  const [, userId = '', until = '', mark = ''] = form.exec(token) ?? []
  const user = await ports.db.user.findUnique({
    where: { id: userId },
    select: { id: true, email: true, passwordHash: true },
  })
  if (!user?.passwordHash || Number(until) <= ports.clock.now()) return undefined
  const { id, email, passwordHash } = user
  const right = markOf(sessionKey, id, Number(until), passwordHash)
  return timingSafeEqual(right, Buffer.from(mark, 'base64url')) ? { id, email, passwordHash } : undefined
}

/** Why the page of this reset link shows no form; undefined if the link can set a password. */
export async function whyNoReset(
  ports: Pick<AuthPorts, 'db' | 'clock'>,
  sessionKey: Uint8Array,
  token: string,
): Promise<AccountProblem | undefined> {
  if (token === '') return 'resetLinkIncomplete'
  return (await accountOf(ports, sessionKey, token)) === undefined ? 'resetLinkEnded' : undefined
}

/**
 * Sets a new password for the reset link's account and ends its sessions.
 *
 * @returns INVALID_INPUT by field, FORBIDDEN for a wrong, used or expired link, RATE_LIMITED by address
 */
export async function resetPassword(
  ports: AuthPorts,
  sessionKey: Uint8Array,
  input: unknown,
  client: Client,
): Promise<Outcome<{ reset: true }>> {
  const read = parseInput(ResetPasswordForm, input, 'form')
  if (!read.ok) return read
  const verdict = await ports.limits.take('signIn', client.key)
  if (!verdict.ok) return refuseTooMany(verdict.retryAfterMs)
  const refused = refuseAccount('FORBIDDEN', 'resetLinkEnded')
  const user = await accountOf(ports, sessionKey, read.value.token)
  if (user === undefined) return refused
  const hashed = await ports.passwords.hash(read.value.password, { address: client.key, account: user.id })
  if (!hashed.ok) return refuseTooMany(hashed.retryAfterMs)
  const at = new Date(ports.clock.now())
  const isReset = await ports.db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: user.id, passwordHash: user.passwordHash },
      data: { passwordHash: hashed.text },
    })
    if (count !== 1) return false
    await tx.session.updateMany({ where: { userId: user.id, revokedAt: null }, data: { revokedAt: at } })
    // Whoever has the link: no session proves that it is the person.
    const by = principalFrom('public', { id: user.id, role: 'traveler' })
    await recordAct(ports, tx, by, 'user.password_changed', user.id, { by: 'reset' })
    return true
  })
  if (!isReset) return refused
  // A person who resets a password has often guessed too many, and must be able to sign in with the new one.
  await ports.limits.forget('signInAccount', `${client.key} ${user.email}`)
  return { ok: true, value: { reset: true } }
}

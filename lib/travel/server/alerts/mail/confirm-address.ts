import type { Language } from '#lib/platform/model/languages.ts'
import { MailError } from '#lib/platform/server/mail/mailer.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { AlertMailAnswer, AlertMailProblem } from '../../../model/alert-mail-state.ts'
import { isConfirmed } from './mail-jobs.ts'
import { confirmationMail, mailWords } from './mail-texts.ts'
import type { AlertMailPorts } from './ports.ts'

const lifetimeMs = 24 * 3_600_000
const sendMs = 20_000
const tokenBytes = 32
const form = /^[A-Za-z0-9_-]{43}$/

const refused = (problem: AlertMailProblem): AlertMailAnswer => ({ ok: false, problem })

/**
 * Mails a link that confirms the address of an account. A new link replaces the earlier one. `baseUrl`: where the person
 * reaches the app now; later mails have the app's own. This mail and later mails are in `language`.
 */
export async function sendConfirmation(
  ports: AlertMailPorts,
  userId: string,
  clientKey: string,
  language: Language,
  baseUrl = ports.baseUrl,
): Promise<AlertMailAnswer> {
  const { db, mailer, clock, randomBytes, limits, log } = ports
  const user = await db.user.findUnique({ where: { id: userId } })
  if (user === null) return refused('signedOut')
  const { email } = user
  if (mailer === undefined) return refused('sendsNone')
  if (email === null) return refused('hasNoAddress')
  if (isConfirmed(user)) return refused('confirmedAlready')
  for (const [limit, key] of [
    ['confirmEmail', `client ${clientKey}`],
    // Counted by address, so that a new account with the same address does not reset the count.
    ['confirmEmail', `email ${email}`],
    ['confirmEmailDay', mailboxOf(email)],
  ] as const) {
    const verdict = await limits.take(limit, key)
    if (!verdict.ok) return { ok: false, retryAfterMs: verdict.retryAfterMs }
  }
  const token = Buffer.from(randomBytes(tokenBytes)).toString('base64url')
  const now = clock.now()
  const link = { email, tokenHash: sha256(token), expiresAt: new Date(now + lifetimeMs) }
  await db.emailConfirmation.upsert({ where: { userId }, create: { userId, ...link }, update: link })
  await db.user.updateMany({ where: { id: userId }, data: { mailLanguage: language } })
  const mail = confirmationMail(`${baseUrl}/confirm-email?token=${token}`, mailWords(language))
  try {
    await mailer.send(
      { ...mail, to: email, date: new Date(now), messageId: `<confirm-${link.tokenHash.slice(0, 32)}@travel.aw>` },
      AbortSignal.timeout(sendMs),
    )
  } catch (cause) {
    if (!(cause instanceof MailError)) throw cause
    log.warn('the mail with a confirmation link was not sent', { reason: cause.message })
    return refused('notSent')
  }
  return { ok: true }
}

/** The mailbox of an address: ana+a@example.com and ana+b@example.com share one mailbox. */
const mailboxOf = (email: string): string => email.toLowerCase().replace(/\+[^@]*(?=@)/, '')

/** The address that a link confirms now; undefined for an invalid, used or expired link. Changes nothing. */
export async function addressOf({ db, clock }: Pick<AlertMailPorts, 'db' | 'clock'>, token: string) {
  if (!form.test(token)) return undefined
  const link = await db.emailConfirmation.findUnique({ where: { tokenHash: sha256(token) }, include: { user: true } })
  if (link === null || link.expiresAt.getTime() <= clock.now() || link.user.email !== link.email) return undefined
  return link.email
}

/**
 * Confirms an address once, and turns on the alert mails of its account. Refuses an invalid, used or expired link.
 */
export async function confirmAddress(
  { db, clock }: Pick<AlertMailPorts, 'db' | 'clock'>,
  token: string,
): Promise<AlertMailAnswer> {
  const email = await addressOf({ db, clock }, token)
  if (email === undefined) return refused('linkEnded')
  const isConfirmedNow = await db.$transaction(async (tx) => {
    const link = await tx.emailConfirmation.findUnique({ where: { tokenHash: sha256(token) } })
    // Only one of two concurrent requests deletes the link.
    const { count } = await tx.emailConfirmation.deleteMany({ where: { tokenHash: sha256(token) } })
    if (link === null || count !== 1) return false
    const changed = await tx.user.updateMany({
      where: { id: link.userId, email },
      data: { confirmedEmail: email, mailsAlerts: true },
    })
    return changed.count === 1
  })
  return isConfirmedNow ? { ok: true } : refused('linkEnded')
}

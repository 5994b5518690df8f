import { type Mail, MailError } from '#lib/platform/server/mail/mailer.ts'
import { fallWriter } from '../../../model/fall-writer.ts'
import { firstPriceAbove, limitOf } from '../../saved-searches/alert-rule.ts'
import { searchWords } from '../search-words.ts'
import { wantsMails } from './mail-jobs.ts'
import { alertMail, mailWords } from './mail-texts.ts'
import type { AlertMailPorts } from './ports.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

/** The timeout of an attempt. */
const attemptMs = 30_000
/** Older alerts are not sent. */
export const maxAgeMs = 24 * 3_600_000

type Ports = Omit<AlertMailPorts, 'limits'>

/**
 * Tries once to send the mail about an alert, and records the result. At most one mail arrives: a mail that was sent,
 * or may have arrived, is not sent again. Nothing is sent to a person who no longer wants mails.
 *
 * @throws MailError when the attempt failed and another one makes sense
 */
export async function mailAlert(ports: Ports, alertId: string, stopping?: AbortSignal): Promise<void> {
  const { db, mailer, clock, log } = ports
  const row = await db.alertMail.findUnique({ where: { alertId } })
  if (row === null || mailer === undefined) return
  if (row.state === 'sending') {
    // An earlier process died during its attempt.
    await db.alertMail.updateMany({ where: { alertId, state: 'sending' }, data: { state: 'unknown', lastError: lost } })
    return
  }
  if (row.state !== 'pending' && row.state !== 'failed') return
  const mail = await mailOf(ports, alertId)
  const triedAt = new Date(clock.now())
  const { count } = await db.alertMail.updateMany({
    where: { alertId, state: row.state },
    data: mail === undefined ? { state: 'skipped' } : { state: 'sending', triedAt, attempts: { increment: 1 } },
  })
  if (mail === undefined || count !== 1) return
  const limit = AbortSignal.timeout(attemptMs)
  const failure = await mailer.send(mail, stopping === undefined ? limit : AbortSignal.any([limit, stopping])).then(
    () => undefined,
    (cause: unknown) => {
      if (cause instanceof MailError) return cause
      // The cause may contain an address.
      log.error('the mail about a price alert failed', { alert: alertId, fault: Object(cause).name })
      return new MailError('The mail failed because of a fault in the app', { mayHaveArrived: true })
    },
  )
  const state = failure === undefined ? 'sent' : failure.mayHaveArrived ? 'unknown' : 'failed'
  await db.alertMail.updateMany({ where: { alertId }, data: { state, lastError: failure?.message ?? null } })
  if (failure === undefined) return
  log.warn('the mail about a price alert was not sent', { alert: alertId, reason: failure.message })
  if (!failure.mayHaveArrived && !failure.isPermanent) throw failure
}

const lost = 'The app ended while it sent the mail, which may have arrived'

/**
 * Undefined: the alert is gone or too old, its search is paused, removed or unreadable, or its person has no email
 * address or does not want mails.
 */
async function mailOf(ports: Ports, alertId: string): Promise<Mail | undefined> {
  const { db, clock, places, baseUrl, unsubscribeKey } = ports
  const alert = await db.priceAlert.findUnique({
    where: { id: alertId },
    include: { search: { include: { user: true } } },
  })
  if (alert === null) return undefined
  const { search, amount, currency, data, at } = alert
  const { user } = search
  const words = mailWords(user.mailLanguage)
  const facts = searchWords(search, places, words)
  const isOff = search.pausedAt !== null || search.removedAt !== null || clock.now() - at.getTime() > maxAgeMs
  if (isOff || facts === undefined || user.email === null || !wantsMails(user)) return undefined
  const token = unsubscribeToken(unsubscribeKey, user.id)
  const first = firstPriceAbove(alert, search)
  const limit = limitOf(search.rule)
  const write = fallWriter(amount, { first, limit }, currency, words.locale)
  const { headers, ...text } = alertMail(
    {
      ...facts,
      price: write(amount),
      first: first === undefined ? undefined : write(first),
      isNotReal: data !== 'live',
      searchUrl: `${baseUrl}/search/${search.kind}?${search.search}`,
      tripsUrl: `${baseUrl}/trips#searches`,
      stopUrl: `${baseUrl}/unsubscribe?token=${token}`,
    },
    words,
  )
  return {
    ...text,
    to: user.email,
    date: at,
    messageId: `<${alertId}@travel.aw>`,
    headers: {
      ...headers,
      // RFC 8058: the mail program posts to this URL when the person presses its unsubscribe button.
      'List-Unsubscribe': `<${baseUrl}/api/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}

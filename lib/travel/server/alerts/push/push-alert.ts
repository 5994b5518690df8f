import { readLanguage } from '#lib/platform/model/languages.ts'
import { createTexts } from '#lib/platform/model/texts.ts'
import type { PriceAlert, SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import { fallWriter } from '../../../model/fall-writer.ts'
import { type AlertNotice, PushTarget } from '../../../model/push-subscription.ts'
import type { Places } from '../../places/places.ts'
import { firstPriceAbove, limitOf } from '../../saved-searches/alert-rule.ts'
import { searchWords, shortTitle } from '../search-words.ts'
import type { AlertPushPorts } from './ports.ts'
import { addPushJob, lastingAt, type PushId } from './push-jobs.ts'
import { subjectOf } from './push-subscriptions.ts'
import type { PushMessage, PushResult } from './send-push.ts'

/** The timeout of an attempt. */
const attemptMs = 30_000
/** Older alerts are not sent. */
export const maxAgeMs = 24 * 3_600_000
/**
 * The wait before the second attempt. It doubles for each further attempt, so that the attempts cover most of a day.
 * If the push service names a longer wait, that one applies.
 */
const firstWaitMs = 30_000
export const maxAttempts = 12

/**
 * Tries once to send an alert to a browser, and records the result. At most one message arrives: a message that was
 * sent, or may have arrived, is not sent again. Nothing is sent to a person who no longer wants the alert. If the push
 * service may accept the message later, it is tried again within a day of the alert.
 */
export async function pushAlert(ports: AlertPushPorts, id: PushId, stopping?: AbortSignal): Promise<void> {
  const { db, send, clock, log } = ports
  const row = await db.alertPush.findUnique({ where: { alertId_subscriptionId: id } })
  if (row === null) return
  if (row.state === 'sending') {
    // The process died during the attempt.
    await db.alertPush.updateMany({ where: { ...id, state: 'sending' }, data: { state: 'unknown', lastError: lost } })
    return
  }
  if (row.state !== 'pending' && row.state !== 'failed') return
  const wanted = await messageOf(ports, id)
  const triedAt = new Date(clock.now())
  const { count } = await db.alertPush.updateMany({
    where: { ...id, state: row.state, attempts: row.attempts },
    data: wanted === undefined ? { state: 'skipped' } : { state: 'sending', triedAt, attempts: { increment: 1 } },
  })
  if (wanted === undefined || count !== 1) return
  const limit = AbortSignal.timeout(attemptMs)
  const result = await send(wanted.message, stopping === undefined ? limit : AbortSignal.any([limit, stopping]))
  await record(ports, id, result)
  if (result.kind === 'sent') return
  const about = { alert: id.alertId, browser: id.subscriptionId }
  if (result.kind === 'gone') return log.info('a browser ended its alerts', about)
  log.warn('a price alert was not sent to a browser', { ...about, reason: result.reason })
  if (result.kind !== 'later' || row.attempts + 1 >= maxAttempts) return
  const waitMs = Math.max(result.waitMs ?? 0, firstWaitMs * 2 ** row.attempts)
  if (clock.now() + waitMs < wanted.endsAtMs) await addPushJob(db, { ...id, userId: wanted.userId }, waitMs)
}

const lost = 'The app ended while it sent the message, which may have arrived'
const states = { sent: 'sent', refused: 'failed', later: 'failed', unknown: 'unknown' } as const

async function record({ db, clock }: AlertPushPorts, id: PushId, result: PushResult): Promise<void> {
  if (result.kind === 'gone') {
    // The database also deletes the pending messages of the subscription.
    await db.pushSubscription.deleteMany({ where: { id: id.subscriptionId } })
    return
  }
  const lastError = result.kind === 'sent' ? null : result.reason
  await db.alertPush.updateMany({ where: id, data: { state: states[result.kind], lastError } })
  const failedAt = lastError === null ? null : new Date(clock.now())
  await db.pushSubscription.updateMany({ where: { id: id.subscriptionId }, data: { failedAt, lastError } })
}

/**
 * Undefined: the alert is gone, too old or seen; its search is paused, removed or unreadable; or the subscription is
 * another person's, has no valid session, or cannot be decrypted.
 */
async function messageOf(
  { db, seal, places, clock }: AlertPushPorts,
  { alertId, subscriptionId }: PushId,
): Promise<{ readonly message: PushMessage; readonly endsAtMs: number; readonly userId: string } | undefined> {
  const now = clock.now()
  const [alert, browser] = await Promise.all([
    db.priceAlert.findUnique({ where: { id: alertId }, include: { search: true } }),
    db.pushSubscription.findFirst({ where: { id: subscriptionId, session: lastingAt(new Date(now)) } }),
  ])
  if (alert === null || browser === null || alert.search.userId !== browser.userId) return undefined
  const { search } = alert
  const endsAtMs = alert.at.getTime() + maxAgeMs
  if (search.pausedAt !== null || search.removedAt !== null || alert.seenAt !== null || now >= endsAtMs)
    return undefined
  const to = seal.open(browser.sealed, subjectOf(subscriptionId))
  const notice = alertNotice(alert, browser, places)
  if (to === undefined || notice === undefined) return undefined
  return {
    endsAtMs,
    userId: browser.userId,
    message: {
      to: PushTarget.parse(JSON.parse(to)),
      text: JSON.stringify(notice),
      topic: search.id,
      lifetimeS: Math.floor((endsAtMs - now) / 1000),
    },
  }
}

type Alert = Pick<PriceAlert, 'id' | 'amount' | 'currency' | 'data'> & {
  readonly search: Pick<
    SavedSearch,
    'id' | 'kind' | 'search' | 'rule' | 'cabinBags' | 'checkedBags' | 'data' | 'savedAmount'
  >
}

/**
 * The notification about an alert, in the browser's language: route or place, dates and prices, and nothing about the
 * person. Undefined for a search that the current schema cannot parse.
 */
export function alertNotice(
  { id, search, amount, currency, data }: Alert,
  reading: { readonly language: string; readonly locale: string },
  places: Pick<Places, 'byCode'>,
): AlertNotice | undefined {
  const { locale } = reading
  const language = readLanguage(reading.language) ?? 'en'
  const texts = compiledTexts(language, ['alerts', 'flights', 'trips'])
  const t = createTexts<'alerts'>(texts.alerts, locale)
  const trips = createTexts<'trips'>(texts.trips, locale)
  const about = searchWords(search, places, {
    language,
    locale,
    flights: createTexts<'flights'>(texts.flights, locale),
    stay: (place, { lat, lon }) => place ?? trips('around', { lat: lat?.toFixed(2) ?? '', lon: lon?.toFixed(2) ?? '' }),
  })
  if (about === undefined) return undefined
  const { title, days } = about
  const first = firstPriceAbove({ amount, data }, search)
  const limit = limitOf(search.rule)
  const write = fallWriter(amount, { first, limit }, currency, locale)
  const body = () => {
    if (data !== 'live') return t('pushNotReal', { days })
    return first === undefined ? days : t('pushBody', { days, price: write(first) })
  }
  return {
    title: t('pushTitle', { title: shortTitle(title), price: write(amount) }),
    body: body(),
    tag: search.id,
    // The id makes the URL new, so that a window that already shows the page reloads it.
    path: `/trips?alert=${id}#${search.id}`,
    language,
  }
}

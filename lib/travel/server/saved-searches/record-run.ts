import type { Prisma, SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import type { ErrorCode } from '#runner/contract/errors.ts'
import { newId } from '#runner/contract/ids.ts'
import { AlertRule, type RunOutcome } from '../../model/saved-search.ts'
import { noteAlertMail } from '../alerts/mail/mail-jobs.ts'
import { noteAlertPushes } from '../alerts/push/push-jobs.ts'
import { decideAlert, startState, stateUnder } from './alert-rule.ts'
import type { ClaimedSearch } from './claim-search.ts'
import { comparedFrom, isComparable, type SearchSources } from './compared-sources.ts'
import { waitMs } from './next-run.ts'
import { randomOf, type SavedSearchPorts } from './ports.ts'
import { addPoints, type HistoryPoint } from './price-history.ts'
import { scheduleRun } from './run-jobs.ts'

/** The result of a run. A lower price may exist if a source failed, or left out some offers. */
export type RunResult =
  | {
      readonly outcome: 'priced'
      readonly points: readonly HistoryPoint[]
      readonly missing: 'nothing' | 'offers' | 'source'
      readonly sources: SearchSources
    }
  | { readonly outcome: 'failed'; readonly errorCode: ErrorCode }
  | { readonly outcome: Exclude<RunOutcome, 'priced' | 'priced_in_part' | 'failed'> }

type Ports = Pick<SavedSearchPorts, 'db' | 'clock' | 'randomBytes'>

/** The number of alerts that are kept for each search. */
const maxAlerts = 20
/** The wait if no source may be called: only the operator can change that. */
const refusedMs = 24 * 3_600_000

/** Records a run, its prices and alert, and schedules the next, in one transaction. No effect if the claim is lost. */
export async function recordRun(ports: Ports, claimed: ClaimedSearch, result: RunResult): Promise<void> {
  const { id, claimedUntil } = claimed
  const now = new Date(ports.clock.now())
  const isInPart = result.outcome === 'priced' && result.missing === 'source'
  const outcome: RunOutcome = isInPart ? 'priced_in_part' : result.outcome
  await ports.db.$transaction(async (tx) => {
    // Reads the current row, because the person may have changed or paused the search. Locks the row until the end.
    const [row] = await tx.savedSearch.updateManyAndReturn({
      where: { id, claimedUntil },
      data: { claimedUntil: null, lastRunAt: now, outcome },
    })
    if (row === undefined) return
    const failures = result.outcome === 'failed' ? row.failures + 1 : 0
    const wait = result.outcome === 'refused' ? refusedMs : waitMs(failures, randomOf(ports))
    const nextRunAt = result.outcome === 'past' ? null : new Date(now.getTime() + wait)
    await tx.savedSearch.update({
      where: { id },
      data: {
        failures,
        failingSince: failures > 0 ? (row.failingSince ?? now) : null,
        errorCode: result.outcome === 'failed' ? result.errorCode : null,
        nextRunAt,
      },
    })
    if (result.outcome === 'priced') await recordPrice(tx, ports, { ...row, outcome: claimed.outcome }, result, now)
    if (nextRunAt !== null && row.pausedAt === null && row.removedAt === null) await scheduleRun(tx, id, nextRunAt)
  })
}

/** @param row the search, with the outcome of the run before */
async function recordPrice(
  tx: Prisma.TransactionClient,
  { randomBytes }: Ports,
  row: SavedSearch,
  { points, missing, sources }: Extract<RunResult, { outcome: 'priced' }>,
  now: Date,
): Promise<void> {
  const { id, currency } = row
  await addPoints(tx, id, points, now.getTime())
  const [first, ...others] = points
  if (first === undefined) return
  const lowest = others.reduce((low, point) => (point.amount < low.amount ? point : low), first)
  const { amount, data } = lowest
  const rule = AlertRule.parse(row.rule)
  const isSame = isComparable(row.sources, sources)
  const state = stateBefore(row, rule, lowest, isSame)
  // While a source fails, a higher price does not count, because the failed source may have a lower one. Some sources
  // always leave out offers, so their higher price counts as far as the run before found it too, without a failed source.
  const confirmed = row.outcome === 'priced' ? Math.min(amount, row.latestAmount ?? amount) : 0
  const risenTo = { nothing: amount, offers: confirmed, source: 0 }[missing]
  const { isAlert, next } = decideAlert(rule, state, amount, currency, risenTo)
  const isOff = row.pausedAt !== null || row.removedAt !== null
  // A fall that is found after the person paused or removed the search raises its alert when the search runs again.
  const { saved, high, isArmed } = isOff && isAlert ? state : next
  await tx.savedSearch.update({
    where: { id },
    data: {
      data,
      ...(isSame ? {} : comparedFrom(points, sources.answered)),
      savedAmount: saved,
      latestAmount: amount,
      latestSeenAt: lowest.at,
      highAmount: high,
      isArmed,
    },
  })
  if (!isAlert || isOff) return
  const alertId = newId('alrt', randomBytes)
  await tx.priceAlert.create({ data: { id: alertId, searchId: id, at: now, amount, currency, data } })
  await noteAlertMail(tx, alertId, row.userId)
  await noteAlertPushes(tx, alertId, row.userId, now)
  const old = await tx.priceAlert.findMany({ where: { searchId: id }, orderBy: { at: 'desc' }, skip: maxAlerts })
  await tx.priceAlert.deleteMany({ where: { id: { in: old.map((alert) => alert.id) } } })
}

/**
 * The state with which a price is compared. A price of another kind of data starts a new comparison without an alert,
 * because the two kinds cannot be compared. So does a price of other sources (`isSame` is false), unless it is the first
 * one below an amount that the person set.
 */
function stateBefore(
  { savedAmount, highAmount, isArmed, ...row }: SavedSearch,
  rule: AlertRule,
  price: HistoryPoint,
  isSame: boolean,
) {
  if (savedAmount === null) return startState(price.amount)
  if (row.data !== price.data) return stateUnder(rule, price.amount, price.amount, row.currency)
  if (!isSame) return { ...startState(price.amount), isArmed: isArmed || rule.type !== 'below' }
  return { saved: savedAmount, high: highAmount ?? savedAmount, isArmed }
}

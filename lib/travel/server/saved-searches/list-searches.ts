import type { AlertMail, PriceAlert, PricePoint, SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { providerOf } from '#runner/run/output.ts'
import { AlertRule } from '../../model/saved-search.ts'
import type { ActiveState, DayLow, SavedSearchState, SavedSearchView } from '../../model/saved-search-view.ts'
import { readFlightSearch, readHotelSearch } from '../search/read-search.ts'
import { tripSearch } from '../trips/trip-search.ts'
import { isCompared } from './compared-sources.ts'
import type { SavedSearchPorts } from './ports.ts'
import { type Watched, watchedSources } from './run-sources.ts'

type Own = Pick<Principal, 'id'>
type Row = SavedSearch & { points: PricePoint[]; alerts: (PriceAlert & { mail: AlertMail | null })[] }

const dayMs = 86_400_000
/** The number of days in the chart. */
const shownDays = 30
const maxAlerts = 3

type Ports = Pick<SavedSearchPorts, 'db' | 'skills' | 'invoke' | 'places' | 'clock'>

/** The searches of a person, the last saved first. */
export async function listSearches(ports: Ports, { id: userId }: Own): Promise<SavedSearchView[]> {
  const { db, clock } = ports
  const from = new Date((Math.floor(clock.now() / dayMs) - shownDays + 1) * dayMs)
  const rows = await db.savedSearch.findMany({
    where: { userId, removedAt: null },
    orderBy: [{ savedAt: 'desc' }, { id: 'asc' }],
    include: {
      points: { where: { at: { gte: from } } },
      alerts: { orderBy: { at: 'desc' }, take: maxAlerts, include: { mail: true } },
    },
  })
  const views = await Promise.all(rows.map(async (row) => viewOf(row, await watchedOf(ports, row))))
  return views.flat()
}

/** The sources that the search compares now: the operator can add and remove some. Undefined for a past search. */
async function watchedOf(ports: Ports, { userId, kind, search }: Row): Promise<Watched | undefined> {
  const read = tripSearch({ kind, search }, ports.places, ports.clock.now())
  return read.ok ? watchedSources(ports, userId, read.value) : undefined
}

/** The number of alerts that the person has not seen, of the searches that `listSearches` shows. */
export async function countUnread({ db }: Pick<SavedSearchPorts, 'db'>, { id: userId }: Own): Promise<number> {
  const unread = { seenAt: null }
  const rows = await db.savedSearch.findMany({
    where: { userId, removedAt: null, alerts: { some: unread } },
    select: { kind: true, search: true, rule: true, _count: { select: { alerts: { where: unread } } } },
  })
  return rows.reduce((sum, row) => (readRow(row) === undefined ? sum : sum + row._count.alerts), 0)
}

/** Marks the person's alerts until a time as seen; without a time, all of them. */
export async function markSeen(
  { db, clock }: Pick<SavedSearchPorts, 'db' | 'clock'>,
  { id: userId }: Own,
  until?: Date,
): Promise<number> {
  const { count } = await db.priceAlert.updateMany({
    // The database has no year 0, and no alert is from before 1970.
    where: { seenAt: null, search: { userId }, ...(until && { at: { lte: new Date(Math.max(0, until.getTime())) } }) },
    data: { seenAt: new Date(clock.now()) },
  })
  return count
}

/** The search and rule of a row; undefined if the current contract cannot parse them. */
function readRow({ kind, search: query, rule: text }: Pick<SavedSearch, 'kind' | 'search' | 'rule'>) {
  const rule = AlertRule.safeParse(text)
  if (!rule.success) return undefined
  if (kind === 'flights') {
    const search = readFlightSearch(query)
    return search.ok ? { rule: rule.data, kind: 'flights' as const, search: search.value } : undefined
  }
  const search = readHotelSearch(query)
  return search.ok ? { rule: rule.data, kind: 'hotels' as const, search: search.value } : undefined
}

/** Empty for a row that cannot be parsed. */
function viewOf(row: Row, watched: Watched | undefined): SavedSearchView[] {
  const read = readRow(row)
  if (read === undefined) return []
  const { id, search: query, savedAt, currency, data, savedAmount, latestAmount, latestSeenAt, lastRunAt } = row
  const { cabinBags: cabin_bags, checkedBags: checked_bags } = row
  const leftOut = watched?.leftOut ?? []
  const facts = {
    id,
    query,
    savedAtMs: savedAt.getTime(),
    currency,
    ...(cabin_bags + checked_bags === 0 ? {} : { bags: { cabin_bags, checked_bags } }),
    ...(data === null ? {} : { data }),
    ...(savedAmount === null ? {} : { saved: savedAmount }),
    ...(latestAmount === null || latestSeenAt === null
      ? {}
      : { latest: { amount: latestAmount, currency, seenAtMs: latestSeenAt.getTime() } }),
    days: dayLows(row.points.filter((point) => isCompared(point, row))),
    state: stateOf(row, watched),
    ...(leftOut.length === 0 ? {} : { leftOut: leftOut.map(providerOf) }),
    // A refused run asked no source.
    ...(lastRunAt === null || row.outcome === 'refused' ? {} : { lastRunAtMs: lastRunAt.getTime() }),
    alerts: row.alerts.map(({ id, amount, currency, at, seenAt, mail }) => ({
      id,
      amount,
      currency,
      seenAtMs: at.getTime(),
      isUnread: seenAt === null,
      ...(mail?.state === 'failed' || mail?.state === 'unknown' ? { mail: mail.state } : {}),
    })),
  }
  return [{ ...facts, ...read }]
}

/** The lowest amount of each day, the oldest day first. */
function dayLows(points: readonly Pick<PricePoint, 'at' | 'amount'>[]): DayLow[] {
  const byDay = Map.groupBy(points, ({ at }) => at.toISOString().slice(0, 10))
  return [...byDay]
    .map(([day, all]) => ({ day, amount: Math.min(...all.map(({ amount }) => amount)) }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

function stateOf(row: SavedSearch, watched: Watched | undefined): SavedSearchState {
  const resumed = activeStateOf(row, watched)
  // A search that never runs cannot be paused.
  if (row.pausedAt === null || !('nextRunAtMs' in resumed)) return resumed
  return { kind: 'paused', sinceMs: row.pausedAt.getTime(), resumed }
}

/** The last run may have had other sources, so only `watched` decides whether the app may repeat the search. */
function activeStateOf(
  { nextRunAt, lastRunAt, outcome, failures, failingSince, errorCode }: SavedSearch,
  watched: Watched | undefined,
): ActiveState {
  if (nextRunAt === null) return { kind: 'past' }
  if (watched?.isRepeated === false) return { kind: watched.manifests.length > 0 ? 'refused' : 'no_sources' }
  const nextRunAtMs = nextRunAt.getTime()
  if (failingSince !== null)
    return {
      kind: 'failing',
      sinceMs: failingSince.getTime(),
      failures,
      errorCode: errorCode ?? 'INTERNAL',
      nextRunAtMs,
    }
  if (lastRunAt === null) return { kind: 'waiting', nextRunAtMs }
  if (outcome === 'none') return { kind: 'no_offers', nextRunAtMs }
  if (outcome === 'without_children' || outcome === 'bags_unknown' || outcome === 'other_currency')
    return { kind: outcome, nextRunAtMs }
  return { kind: 'working', nextRunAtMs }
}

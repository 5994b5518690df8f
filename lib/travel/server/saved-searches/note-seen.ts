import type { Prisma, SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import { isId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { AlertRule } from '../../model/saved-search.ts'
import type { SearchAnswer } from '../search/note-answer.ts'
import { tripSearch } from '../trips/trip-search.ts'
import { firstPrice } from './alert-rule.ts'
import { comparedFrom } from './compared-sources.ts'
import { lowestPrices } from './lowest-prices.ts'
import type { SavedSearchPorts } from './ports.ts'
import { addPoints, type HistoryPoint } from './price-history.ts'
import { type Watched, watchedSources } from './run-sources.ts'

type Ports = Pick<SavedSearchPorts, 'db' | 'skills' | 'invoke' | 'places' | 'clock' | 'log'>

/** The answers of one search arrive within this time. The lowest of them is its price. */
const oneSearchMs = 5 * 60_000

/**
 * Adds the price of a search that the person runs to the history of the same saved search, if it comes from a source
 * that the saved search compares. Raises no alert, because the person already sees the price. If the app may not repeat
 * the search, this price is also its latest. Costs one indexed query if the person did not save the search. Never
 * rejects.
 */
export async function noteSeen(
  ports: Ports,
  { id: userId }: Pick<Principal, 'id'>,
  answer: SearchAnswer,
): Promise<void> {
  await note(ports, userId, answer).catch((cause: unknown) =>
    ports.log.warn('the history of a saved search is not updated', { cause }),
  )
}

async function note(ports: Ports, userId: string, { canonicalQuery: search, output }: SearchAnswer): Promise<void> {
  if (!isId('user', userId) || output.status !== 'success') return
  const { db, places, clock } = ports
  const nowMs = clock.now()
  const rows = await db.savedSearch.findMany({ where: { userId, search, removedAt: null } })
  for (const saved of rows) {
    const { id, kind } = saved
    const read = tripSearch({ kind, search }, places, nowMs)
    const [point] = lowestPrices(saved, [output], places).points
    if (!read.ok || point === undefined) continue
    const watched = await watchedSources(ports, userId, read.value)
    await db.$transaction(async (tx) => {
      // The lock keeps a run that ends now, and the answers of other sources, from changing the row meanwhile.
      await tx.$queryRaw`select 1 from saved_searches where id = ${id} for update`
      const row = await tx.savedSearch.findUnique({ where: { id } })
      if (row === null) return
      const isNoted = watched.isRepeated ? isCounted(row, watched, point) : await noteOwn(tx, row, watched, point)
      if (isNoted) await addPoints(tx, id, [point], nowMs)
    })
  }
}

/** Whether the price is one of those that the search compares. Before its first price, those of all its sources are. */
function isCounted(
  { sources, data }: SavedSearch,
  { manifests }: Pick<Watched, 'manifests'>,
  point: HistoryPoint,
): boolean {
  const names = sources.length > 0 ? sources : manifests.map(({ name }) => name)
  return names.includes(point.skill) && (data === null || data === point.data)
}

/** Records the price of a search that only the person repeats. Returns whether it belongs to the history. */
async function noteOwn(
  tx: Prisma.TransactionClient,
  row: SavedSearch,
  { manifests }: Pick<Watched, 'manifests'>,
  point: HistoryPoint,
): Promise<boolean> {
  const { id, sources, latestAmount, latestSeenAt } = row
  const isGone = sources.some((name) => manifests.every((manifest) => manifest.name !== name))
  const isOtherData = sources.length === 1 && sources[0] === point.skill && row.data !== point.data
  if (row.savedAmount === null || latestAmount === null || latestSeenAt === null || isGone || isOtherData) {
    const first = { ...firstPrice(point, AlertRule.parse(row.rule)), ...comparedFrom([point], [point.skill]) }
    await tx.savedSearch.update({ where: { id }, data: first })
    return true
  }
  if (!isCounted(row, { manifests }, point)) return false
  const isLaterSearch = point.at.getTime() > latestSeenAt.getTime() + oneSearchMs
  if (isLaterSearch || (point.at >= latestSeenAt && point.amount < latestAmount))
    await tx.savedSearch.update({ where: { id }, data: { latestAmount: point.amount, latestSeenAt: point.at } })
  return true
}

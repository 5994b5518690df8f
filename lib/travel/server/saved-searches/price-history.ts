import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'

/** One price in the history of a search. */
export type HistoryPoint = {
  readonly at: Date
  readonly skill: string
  readonly amount: number
  readonly currency: string
  readonly data: DataLabel
}

const dayMs = 86_400_000
/** Prices that are more recent than this are kept, up to `maxRecent`. */
export const wholeMs = 2 * dayMs
/** Older prices are deleted. */
export const keptMs = 180 * dayMs
/** The maximum number of recent prices. Those beyond it are thinned too. */
export const maxRecent = 100

/**
 * The points to delete. Of the points older than two days, only the lowest of each day (UTC) in each currency and kind
 * of data stays; of equal ones, the earliest. Nothing older than 180 days stays. The order of the points does not
 * matter.
 */
export function pointsToDelete(points: readonly HistoryPoint[], nowMs: number): HistoryPoint[] {
  const latestFirst = points.toSorted((a, b) => b.at.getTime() - a.at.getTime() || compare(a.skill, b.skill))
  const recent = new Set(latestFirst.filter(({ at }) => at.getTime() > nowMs - wholeMs).slice(0, maxRecent))
  const others = points.filter((point) => !recent.has(point) && point.at.getTime() > nowMs - keptMs)
  const byDay = Map.groupBy(
    others,
    ({ at, currency, data }) => `${Math.floor(at.getTime() / dayMs)} ${currency} ${data}`,
  )
  const lowest = new Set(
    [...byDay.values()].map((day) => day.reduce((low, point) => (isBefore(point, low) ? point : low))),
  )
  return points.filter((point) => !recent.has(point) && !lowest.has(point))
}

function isBefore(a: HistoryPoint, b: HistoryPoint): boolean {
  return (a.amount - b.amount || a.at.getTime() - b.at.getTime() || compare(a.skill, b.skill)) < 0
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Adds prices to the history of a search, and thins it. A price that is there already stays as it is. */
export async function addPoints(
  tx: Prisma.TransactionClient,
  searchId: string,
  points: readonly HistoryPoint[],
  nowMs: number,
): Promise<void> {
  if (points.length === 0) return
  await tx.pricePoint.createMany({ data: points.map((point) => ({ ...point, searchId })), skipDuplicates: true })
  const gone = pointsToDelete(await tx.pricePoint.findMany({ where: { searchId } }), nowMs)
  if (gone.length === 0) return
  await tx.pricePoint.deleteMany({ where: { searchId, OR: gone.map(({ at, skill }) => ({ at, skill })) } })
}

import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { type HistoryPoint, pointsToDelete } from './thin-points.ts'

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

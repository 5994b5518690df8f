import type { SearchAnswer } from '#lib/shared/search-answer.ts'
import { isId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { addPoints } from './add-points.ts'
import { lowestPrices } from './lowest-prices.ts'
import type { SavedSearchPorts } from './ports.ts'

type Ports = Pick<SavedSearchPorts, 'db' | 'places' | 'clock' | 'log'>

/**
 * Adds the price of a search that the person runs to the history of the same saved search. Raises no alert, because the
 * person already sees the price. Costs one indexed query if the person did not save the search. Never rejects.
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

async function note({ db, places, clock }: Ports, userId: string, { search, output }: SearchAnswer): Promise<void> {
  if (!isId('user', userId) || output.status !== 'success') return
  const rows = await db.savedSearch.findMany({ where: { userId, search, removedAt: null } })
  for (const row of rows) {
    const { points } = lowestPrices(row, [output], places)
    const same = points.filter(({ data }) => row.data === null || row.data === data)
    if (same.length > 0) await db.$transaction((tx) => addPoints(tx, row.id, same, clock.now()))
  }
}

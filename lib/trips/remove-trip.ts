import { type Outcome, refuse } from '#lib/http/outcome.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { TripPorts } from './trip-ports.ts'

type Own = Pick<Principal, 'id'>

/**
 * Removes a saved offer. It can be restored until the person saves another. NOT_FOUND for unknown ids and those of
 * other people.
 */
export async function removeTrip({ db, clock }: TripPorts, id: string, { id: userId }: Own) {
  const removedAt = new Date(clock.now())
  const { count } = await db.savedOffer.updateMany({ where: { id, userId, removedAt: null }, data: { removedAt } })
  return outcome(id, count)
}

/** Restores a removed offer. NOT_FOUND for unknown ids, those of other people, and offers removed for good. */
export async function restoreTrip({ db }: TripPorts, id: string, { id: userId }: Own) {
  const { count } = await db.savedOffer.updateMany({
    where: { id, userId, removedAt: { not: null } },
    data: { removedAt: null },
  })
  return outcome(id, count)
}

const outcome = (id: string, count: number): Outcome<{ id: string }> =>
  count === 1 ? { ok: true, value: { id } } : refuse('NOT_FOUND')

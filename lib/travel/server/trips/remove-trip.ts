import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { TripPorts } from './trip-ports.ts'

type Own = Pick<Principal, 'id'>
type Changed = Promise<Outcome<{ id: string }>>

/**
 * Removes a saved offer. It can be restored until the person saves another. Removing it again succeeds and changes
 * nothing. NOT_FOUND for unknown ids and those of other people.
 */
export async function removeTrip({ db, clock }: TripPorts, id: string, { id: userId }: Own): Changed {
  const removedAt = new Date(clock.now())
  const { count } = await db.savedOffer.updateMany({ where: { id, userId, removedAt: null }, data: { removedAt } })
  return outcome(id, count || (await db.savedOffer.count({ where: { id, userId } })))
}

/**
 * Restores a removed offer. Restoring it again succeeds. NOT_FOUND for unknown ids, those of other people, and offers
 * removed for good.
 */
export async function restoreTrip({ db }: TripPorts, id: string, { id: userId }: Own): Changed {
  const { count } = await db.savedOffer.updateMany({ where: { id, userId }, data: { removedAt: null } })
  return outcome(id, count)
}

const outcome = (id: string, count: number): Outcome<{ id: string }> =>
  count === 1 ? { ok: true, value: { id } } : refuse('NOT_FOUND')

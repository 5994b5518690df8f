import type { Context } from '#lib/platform/server/auth/context.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { BookTrip, SaveOffer } from '../../model/saved-offer.ts'
import type { SearchAnswer } from '../../model/search-answer.ts'
import type { TravelPorts } from '../ports.ts'
import { bookTrip, type TripPorts } from './book-trip.ts'
import { listTrips } from './list-trips.ts'
import { notePrices } from './note-prices.ts'
import { saveOffer } from './save-offer.ts'

type Own = Pick<Principal, 'id'>
type Changed = Promise<Outcome<{ id: string }>>

/** The flights and stays that people save. Each operation sees only those of its principal. */
export const createTrips = (ports: TripPorts) => ({
  save: (context: Context, wanted: SaveOffer, signal: AbortSignal) => saveOffer(ports, context, wanted, signal),
  list: (principal: Own) => listTrips(ports, principal),
  remove: (id: string, principal: Own) => removeTrip(ports, id, principal),
  book: (id: string, change: BookTrip, principal: Own) => bookTrip(ports, id, change, principal),
  restore: (id: string, principal: Own) => restoreTrip(ports, id, principal),
  /** Records the prices of saved offers in the background. */
  notePrices: (principal: Own, answer: SearchAnswer) => notePrices(ports, principal, answer),
})

export type Trips = ReturnType<typeof createTrips>

/**
 * Removes a saved offer. It can be restored until the person saves another. Removing it again succeeds and changes
 * nothing. NOT_FOUND for unknown ids and those of other people.
 */
async function removeTrip({ db, clock }: TravelPorts, id: string, { id: userId }: Own): Changed {
  const removedAt = new Date(clock.now())
  const { count } = await db.savedOffer.updateMany({ where: { id, userId, removedAt: null }, data: { removedAt } })
  return outcome(id, count || (await db.savedOffer.count({ where: { id, userId } })))
}

/**
 * Restores a removed offer. Restoring it again succeeds. NOT_FOUND for unknown ids, those of other people, and offers
 * removed for good.
 */
async function restoreTrip({ db }: TravelPorts, id: string, { id: userId }: Own): Changed {
  const { count } = await db.savedOffer.updateMany({ where: { id, userId }, data: { removedAt: null } })
  return outcome(id, count)
}

const outcome = (id: string, count: number): Outcome<{ id: string }> =>
  count === 1 ? { ok: true, value: { id } } : refuse('NOT_FOUND')

import type { Context } from '#lib/platform/server/auth/context.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { SaveOffer } from '../../model/saved-offer.ts'
import type { SearchAnswer } from '../../model/search-answer.ts'
import type { TripView } from '../../model/trip-view.ts'
import { listTrips } from './list-trips.ts'
import { notePrices } from './note-prices.ts'
import { removeTrip, restoreTrip } from './remove-trip.ts'
import { saveOffer } from './save-offer.ts'
import type { TripPorts } from './trip-ports.ts'

type Own = Pick<Principal, 'id'>

/** The flights and stays that people save. Each operation sees only those of its principal. */
export type Trips = {
  save(context: Context, wanted: SaveOffer, signal: AbortSignal): Promise<Outcome<{ id: string; is_new: boolean }>>
  list(principal: Own): Promise<TripView[]>
  remove(id: string, principal: Own): Promise<Outcome<{ id: string }>>
  restore(id: string, principal: Own): Promise<Outcome<{ id: string }>>
  /** Records the prices of saved offers in the background. */
  notePrices(principal: Own, answer: SearchAnswer): Promise<void>
}

export const createTrips = (ports: TripPorts): Trips => ({
  save: (context, wanted, signal) => saveOffer(ports, context, wanted, signal),
  list: (principal) => listTrips(ports, principal),
  remove: (id, principal) => removeTrip(ports, id, principal),
  restore: (id, principal) => restoreTrip(ports, id, principal),
  notePrices: (principal, answer) => notePrices(ports, principal, answer),
})

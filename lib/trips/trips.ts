import type { Caller } from '#lib/auth/caller.ts'
import type { Outcome } from '#lib/http/outcome.ts'
import type { SaveOffer } from '#lib/shared/saved-offer.ts'
import type { SearchAnswer } from '#lib/shared/search-answer.ts'
import type { TripView } from '#lib/shared/trip-view.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { listTrips } from './list-trips.ts'
import { notePrices } from './note-prices.ts'
import { removeTrip, restoreTrip } from './remove-trip.ts'
import { saveOffer } from './save-offer.ts'
import type { TripPorts } from './trip-ports.ts'

type Own = Pick<Principal, 'id'>

/** The flights and stays that people save. Each operation sees only those of its principal. */
export type Trips = {
  save(wanted: SaveOffer, caller: Caller, signal: AbortSignal): Promise<Outcome<{ id: string; is_new: boolean }>>
  list(principal: Own): Promise<TripView[]>
  remove(id: string, principal: Own): Promise<Outcome<{ id: string }>>
  restore(id: string, principal: Own): Promise<Outcome<{ id: string }>>
  /** Records the prices of saved offers in the background. */
  notePrices(principal: Own, answer: SearchAnswer): Promise<void>
}

export const createTrips = (ports: TripPorts): Trips => ({
  save: (wanted, caller, signal) => saveOffer(ports, wanted, caller, signal),
  list: (principal) => listTrips(ports, principal),
  remove: (id, principal) => removeTrip(ports, id, principal),
  restore: (id, principal) => restoreTrip(ports, id, principal),
  notePrices: (principal, answer) => notePrices(ports, principal, answer),
})

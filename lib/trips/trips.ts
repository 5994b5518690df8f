import type { DatabaseClient } from '#lib/db/client.ts'
import type { Outcome } from '#lib/http/outcome.ts'
import type { Places } from '#lib/places/places.ts'
import type { SaveOffer } from '#lib/shared/saved-offer.ts'
import type { TripView } from '#lib/shared/trip-view.ts'
import type { InvokeSkill } from '#lib/skills/invoke-skill.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { Clock, Log, RandomBytes } from '#runner/ports.ts'
import type { LoadedSkill } from '#runner/skill.ts'
import { listTrips } from './list-trips.ts'
import { type NotedAnswer, notePrices } from './note-prices.ts'
import { removeTrip, restoreTrip } from './remove-trip.ts'
import { saveOffer } from './save-offer.ts'

export type TripPorts = {
  readonly db: DatabaseClient
  readonly skills: { byCapability(capability: string): Promise<readonly LoadedSkill[]> }
  readonly invoke: Pick<InvokeSkill, 'admit' | 'recall' | 'answer'>
  readonly places: Places
  readonly clock: Pick<Clock, 'now'>
  readonly randomBytes: RandomBytes
  readonly log: Log
}

type Own = Pick<Principal, 'id'>

/** The flights and stays that people save. Each operation sees only those of its principal. */
export type Trips = {
  save(wanted: SaveOffer, principal: Principal, signal: AbortSignal): Promise<Outcome<{ id: string; is_new: boolean }>>
  list(principal: Own): Promise<TripView[]>
  remove(id: string, principal: Own): Promise<Outcome<{ id: string }>>
  restore(id: string, principal: Own): Promise<Outcome<{ id: string }>>
  /** Records the prices of saved offers in the background. */
  notePrices(principal: Own, answer: NotedAnswer): Promise<void>
}

export const createTrips = (ports: TripPorts): Trips => ({
  save: (wanted, principal, signal) => saveOffer(ports, wanted, principal, signal),
  list: (principal) => listTrips(ports, principal),
  remove: (id, principal) => removeTrip(ports, id, principal),
  restore: (id, principal) => restoreTrip(ports, id, principal),
  notePrices: (principal, answer) => notePrices(ports, principal, answer),
})

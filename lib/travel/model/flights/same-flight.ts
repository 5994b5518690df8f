import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { hashOf } from '../hash.ts'
import type { FlightOffer } from './flight-offer.ts'
import { signatureOf } from './itinerary.ts'
import { productOf } from './sellers.ts'

/**
 * Whether two offers are the same product: flights, times, cabins, bags, fare brands, refunds and conditions are equal.
 * Their ids differ, because providers give each answer new ones.
 */
export const isSameFlight = (one: FlightResult, other: FlightResult): boolean =>
  flightProduct(one) === flightProduct(other)

/** What an offer sells, as a text that is equal for the same flight. */
export const flightProduct = (flight: FlightResult): string =>
  JSON.stringify([
    signatureOf(flight.legs),
    productOf(flight),
    flight.fare?.brand,
    flight.fare?.refundable,
    // Without fees: their amounts follow exchange rates.
    (flight.fare?.conditions ?? []).map(({ text, charged }) => `${text} ${charged}`).toSorted(),
  ])

/**
 * A fare's key in the URL, equal for the same fare of the same provider in any answer. Differs for all fares that the
 * fare table tells apart.
 */
export function fareKey({ source, flight }: Pick<FlightOffer, 'source' | 'flight'>): string {
  const booked = flight.legs.map(({ segments }) => segments.map(({ fare }) => [fare?.booking_class, fare?.basis]))
  const fees = flight.fare?.conditions?.map(({ fee }) => fee ?? null)
  const { seller } = flight
  return hashOf(JSON.stringify([source, flightProduct(flight), booked, fees, flight.last_ticketing_date, seller]))
}

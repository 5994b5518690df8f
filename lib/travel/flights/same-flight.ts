import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { signatureOf } from './itinerary.ts'
import { productOf } from './sellers.ts'

/**
 * Whether two offers are the same product: flights, times, cabins, bags, fare brands and refunds are equal. Their ids
 * differ, because providers give each answer new ones.
 */
export const isSameFlight = (one: FlightResult, other: FlightResult): boolean =>
  flightProduct(one) === flightProduct(other)

/** What an offer sells, as a text that is equal for the same flight. */
export const flightProduct = (flight: FlightResult): string =>
  JSON.stringify([signatureOf(flight.legs), productOf(flight), flight.fare?.brand, flight.fare?.refundable])

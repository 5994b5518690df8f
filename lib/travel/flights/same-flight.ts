import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { hashOf } from '../hash.ts'
import type { FlightOffer } from './flight-offer.ts'
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

/** A fare's key in the URL, equal for the same fare of the same provider in any answer. */
export const fareKey = ({ source, flight }: Pick<FlightOffer, 'source' | 'flight'>): string =>
  hashOf(`${source} ${flightProduct(flight)}`)

import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { signatureOf } from './itinerary.ts'
import { productOf } from './sellers.ts'

/**
 * Whether two offers are the same product: flights, times, cabins, bags and fare brands are equal. Their ids differ,
 * because providers give each answer new ones.
 */
export const isSameFlight = (one: FlightResult, other: FlightResult): boolean =>
  signatureOf(one.legs) === signatureOf(other.legs) &&
  productOf(one) === productOf(other) &&
  one.fare?.brand === other.fare?.brand

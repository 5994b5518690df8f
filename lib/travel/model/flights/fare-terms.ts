import type { Texts } from '#lib/platform/model/texts.ts'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { readableName } from '../readable-name.ts'
import { cabinsOf } from './words.ts'

/** "Refund possible" or "No refund"; null if the provider does not say. */
export function refundText({ fare }: FlightResult, t: Texts<'flights'>): string | null {
  const refundable = fare?.refundable
  return refundable === undefined ? null : t(refundable ? 'refundPossible' : 'noRefund')
}

/** What distinguishes a fare on its flights, besides its price and bags: its brand, its cabins and its refund. */
export function fareTerms(flight: FlightResult, t: Texts<'flights'>, travel: Texts<'travel'>): string[] {
  const brand = flight.fare?.brand
  const terms = [
    brand ? readableName(brand) : null,
    ...cabinsOf(flight).map((cabin) => travel(cabin)),
    refundText(flight, t),
  ]
  // Some brands are just the name of the cabin.
  return [...new Set(terms.filter((term) => term !== null))]
}

import type { Texts } from '#lib/platform/model/texts.ts'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { Cabin } from '#runner/contract/capabilities/flight-search.ts'
import { readableName } from '../readable-name.ts'

/** What distinguishes a fare on its flights, besides its price and bags: its brand, its cabins and its refund. */
export function fareTerms(flight: FlightResult, t: Texts<'flights'>, travel: Texts<'travel'>): string[] {
  const { brand, refundable } = flight.fare ?? {}
  const terms = [
    brand ? readableName(brand) : null,
    ...cabinsOf(flight).map((cabin) => travel(cabin)),
    refundable === undefined ? null : t(refundable ? 'refundPossible' : 'noRefund'),
  ]
  // Some brands are just the name of the cabin.
  return [...new Set(terms.filter((term) => term !== null))]
}

/** The cabins of an offer in the order of its flights, without repeats; empty if the provider gives none. */
export function cabinsOf(flight: FlightResult): Cabin[] {
  return [...new Set(flight.legs.flatMap(({ segments }) => segments.flatMap(({ cabin }) => cabin ?? [])))]
}

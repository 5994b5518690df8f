import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { Cabin } from '#runner/contract/capabilities/flight-search.ts'

/** The cabins of an offer in the order of its flights, without repeats; empty if the provider gives none. */
export function cabinsOf(flight: FlightResult): Cabin[] {
  return [...new Set(flight.legs.flatMap(({ segments }) => segments.flatMap(({ cabin }) => cabin ?? [])))]
}

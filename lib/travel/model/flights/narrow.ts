import { type FacetsOf, type FilterScheme, narrowBy } from '../results/narrow-by.ts'
import {
  type BagName,
  bagNames,
  type FlightChoiceName,
  type FlightFilters,
  type FlightRangeName,
  flightChoiceNames,
  flightRangeNames,
  hasBag,
  rangeValue,
  valuesOf,
} from './filters.ts'
import type { FlightOffer } from './flight-offer.ts'
import type { Itinerary } from './itinerary.ts'

/** A passing itinerary with its passing fares; `offer` is the cheapest. */
export interface FlightItem {
  itinerary: Itinerary
  offer: FlightOffer
  fares: readonly FlightOffer[]
}

export type FlightFacets = FacetsOf<FlightChoiceName, FlightRangeName, BagName>

interface Narrowed {
  rows: FlightItem[]
  facets: () => FlightFacets
}

const scheme: FilterScheme<Itinerary, FlightOffer, FlightChoiceName, FlightRangeName, BagName> = {
  choiceNames: flightChoiceNames,
  rangeNames: flightRangeNames,
  flagNames: bagNames,
  partsOf: ({ fares }) => fares,
  valuesOf,
  rangeValue: (name, itinerary) => (name === 'price' ? undefined : rangeValue(name, itinerary)),
  hasFlag: hasBag,
}

/** The itineraries that pass all filters, and for each option of a filter, the count and lowest price of its flights. */
export function narrowFlights(itineraries: readonly Itinerary[], filters: FlightFilters): Narrowed {
  const { passed, facets } = narrowBy(itineraries, filters, scheme)
  return { rows: passed.map(({ item, parts }) => ({ itinerary: item, offer: parts[0], fares: parts })), facets }
}

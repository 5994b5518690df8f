import type { Offer } from '../results/found.ts'
import { type FacetsOf, type FilterScheme, narrowBy } from '../results/narrow-by.ts'
import {
  type BagName,
  bagNames,
  type ChoiceName,
  choiceNames,
  type FlightFilters,
  hasBag,
  type RangeName,
  rangeNames,
  rangeValue,
  valuesOf,
} from './filters.ts'
import type { Itinerary } from './itinerary.ts'

/** An itinerary that passes, with the fares that do; `offer` is the cheapest of them. */
export interface Row {
  itinerary: Itinerary
  offer: Offer
  fares: readonly Offer[]
}

export type Facets = FacetsOf<ChoiceName, RangeName, BagName>

export interface Narrowed {
  rows: Row[]
  facets: Facets
}

const scheme: FilterScheme<Itinerary, Offer, ChoiceName, RangeName, BagName> = {
  choiceNames,
  rangeNames,
  flagNames: bagNames,
  partsOf: ({ fares }) => fares,
  valuesOf,
  rangeValue: (name, itinerary) => (name === 'price' ? undefined : rangeValue(name, itinerary)),
  hasFlag: hasBag,
}

/** The itineraries that pass all filters, and what the options of each filter would give. */
export function narrow(itineraries: readonly Itinerary[], filters: FlightFilters): Narrowed {
  const settings = {
    choice: (name: ChoiceName) => filters[name],
    range: (name: RangeName) => filters[name],
    flag: (name: BagName) => filters[name],
  }
  const { passed, facets } = narrowBy(itineraries, settings, scheme)
  return { rows: passed.map(({ item, parts }) => ({ itinerary: item, offer: parts[0], fares: parts })), facets }
}

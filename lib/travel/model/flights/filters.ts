import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { mapNames } from '../map-names.ts'
import { type FacetsOf, type FilterScheme, type FiltersOf, narrowBy } from '../results/narrow-by.ts'
import { checkedPieces, type FlightFare } from './fare-due.ts'
import type { Itinerary } from './itinerary.ts'

export const flightChoiceNames = ['stops', 'airlines', 'alliances', 'via', 'nights'] as const
export type FlightChoiceName = (typeof flightChoiceNames)[number]

/** Two names for each flight of the longest trip, in the order of the flights. */
export const timeNames = [
  ...(['outDeparture', 'outArrival', 'backDeparture', 'backArrival'] as const),
  ...(['departure3', 'arrival3', 'departure4', 'arrival4'] as const),
  ...(['departure5', 'arrival5', 'departure6', 'arrival6'] as const),
] as const
export type TimeName = (typeof timeNames)[number]

export const flightRangeNames = ['price', 'minutes', ...timeNames] as const
export type FlightRangeName = (typeof flightRangeNames)[number]

export const bagNames = ['checkedBag', 'cabinBag'] as const
export type BagName = (typeof bagNames)[number]

/** The filters that a traveler's profile can set for every list. */
export const ticketNames = ['airlineOnly', 'separateTickets'] as const
export type TicketName = (typeof ticketNames)[number]

const flagNames = [...bagNames, ...ticketNames] as const

export type FlightFilterNames = {
  choice: FlightChoiceName
  range: FlightRangeName
  flag: (typeof flagNames)[number]
}

/**
 * The filters of a list; null or false does not filter. Prices are in the list's currency, times are minutes since
 * local midnight, `minutes` is the duration of the longest direction. A bag counts only if the provider states that it
 * is included, and an airline sells only what the provider states. Separate tickets are those that the provider states;
 * `separateTickets` admits them.
 */
export type FlightFilters = FiltersOf<FlightFilterNames>

export const noFlightFilters: FlightFilters = {
  ...mapNames(flightChoiceNames, () => null),
  ...mapNames(flightRangeNames, () => null),
  ...mapNames(flagNames, () => false),
}

/** The flight of a time filter, counted from 0, and whether the filter applies to its departure or its arrival. */
export function timePlace(name: TimeName): { flight: number; end: 'departure' | 'arrival' } {
  const at = timeNames.indexOf(name)
  return { flight: Math.floor(at / 2), end: at % 2 === 0 ? 'departure' : 'arrival' }
}

/** A passing itinerary with its passing fares; `offer` is the cheapest. */
export interface FlightItem {
  itinerary: Itinerary
  offer: FlightFare
  fares: readonly FlightFare[]
}

export type FlightFacets = FacetsOf<FlightFilterNames>

const scheme: FilterScheme<Itinerary, FlightFare, FlightFilterNames> = {
  choiceNames: flightChoiceNames,
  rangeNames: flightRangeNames,
  flagNames,
  admits: 'separateTickets',
  partsOf: ({ fares }) => fares,
  amountOf: ({ due }) => due.amount,
  valuesOf: (name, itinerary) => (name === 'stops' ? [itinerary.stops] : itinerary[name]),
  rangeValue(name, { longestMinutes, times }) {
    if (name === 'price') return undefined
    if (name === 'minutes') return longestMinutes
    const { flight, end } = timePlace(name)
    return times[flight]?.[end]
  },
  hasFlag(name, fare) {
    if (name === 'airlineOnly') return fare.flight.seller !== undefined
    return name === 'separateTickets' ? hasSeparateTickets(fare.flight) : hasBag(name, fare)
  },
}

/**
 * The itineraries that pass all filters, and for each option of a filter, the count and lowest price of its flights.
 *
 * @param countedAs itineraries with the same text count as one
 */
export function narrowFlights(
  itineraries: readonly Itinerary[],
  filters: FlightFilters,
  countedAs?: (itinerary: Itinerary) => string,
): { rows: FlightItem[]; facets: () => FlightFacets } {
  const { passed, facets } = narrowBy(itineraries, filters, countedAs ? { ...scheme, countedAs } : scheme)
  return { rows: passed.map(({ item, parts }) => ({ itinerary: item, offer: parts[0], fares: parts })), facets }
}

/** Whether the provider states that some of the flights are on separate tickets. */
export const hasSeparateTickets = ({ legs }: Pick<FlightResult, 'legs'>): boolean =>
  legs.some(({ layovers }) => layovers.some(({ self_transfer }) => self_transfer === true))

/** The trips on separate tickets that pass all other filters. All fares of an itinerary agree in this. */
export const countSeparate = (itineraries: readonly Itinerary[], filters: FlightFilters): number =>
  narrowFlights(itineraries.filter(hasSeparateTickets), { ...filters, separateTickets: true }).rows.length

export function hasBag(name: BagName, { flight }: Pick<FlightFare, 'flight'>): boolean {
  return ((name === 'cabinBag' ? flight.bags?.cabin : checkedPieces(flight)) ?? 0) > 0
}

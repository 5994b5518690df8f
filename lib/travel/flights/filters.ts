import type { FiltersOf } from '../results/narrow-by.ts'
import type { FlightOffer } from './flight-offer.ts'
import type { Itinerary } from './itinerary.ts'

export const flightChoiceNames = ['stops', 'airlines', 'alliances', 'via', 'nights'] as const
export type FlightChoiceName = (typeof flightChoiceNames)[number]

export const timeNames = ['outDeparture', 'outArrival', 'backDeparture', 'backArrival'] as const
export type TimeName = (typeof timeNames)[number]

export const flightRangeNames = ['price', 'minutes', ...timeNames] as const
export type FlightRangeName = (typeof flightRangeNames)[number]

export const bagNames = ['checkedBag', 'cabinBag'] as const
export type BagName = (typeof bagNames)[number]

const filterNames = [...flightChoiceNames, ...flightRangeNames, ...bagNames] as const
export type FlightFilterName = (typeof filterNames)[number]

/**
 * The filters of a list; null or false does not filter. Prices are in the list's currency, times are minutes since
 * local midnight, `minutes` is the duration of the longest direction. A bag counts only if the provider states that it
 * is included.
 */
export type FlightFilters = FiltersOf<FlightChoiceName, FlightRangeName, BagName>

export const noFlightFilters: FlightFilters = {
  stops: null,
  airlines: null,
  alliances: null,
  via: null,
  nights: null,
  price: null,
  minutes: null,
  outDeparture: null,
  outArrival: null,
  backDeparture: null,
  backArrival: null,
  checkedBag: false,
  cabinBag: false,
}

/** The active filters, in the order of the rail. */
export function activeFlightFilters(filters: FlightFilters): FlightFilterName[] {
  return filterNames.filter((name) => filters[name])
}

/** The value of a range filter; `undefined` for a direction that the itinerary lacks, which passes. */
export function rangeValue(name: Exclude<FlightRangeName, 'price'>, itinerary: Itinerary): number | undefined {
  switch (name) {
    case 'minutes':
      return itinerary.longestMinutes
    case 'outDeparture':
      return itinerary.times[0]?.departure
    case 'outArrival':
      return itinerary.times[0]?.arrival
    case 'backDeparture':
      return itinerary.times[1]?.departure
    case 'backArrival':
      return itinerary.times[1]?.arrival
  }
}

export function hasBag(name: BagName, { flight }: FlightOffer): boolean {
  if (name === 'cabinBag') return (flight.bags?.cabin ?? 0) > 0
  const checked = flight.bags?.checked
  return checked?.pieces === undefined ? (checked?.weight_kg ?? 0) > 0 : checked.pieces > 0
}

/** An itinerary's values for a choice. */
export function valuesOf(name: FlightChoiceName, itinerary: Itinerary): readonly string[] {
  return name === 'stops' ? [itinerary.stops] : itinerary[name]
}

'use client'

import { type BestReference, bestReference } from '../../model/flights/best.ts'
import { minuteBounds, priceBounds } from '../../model/flights/bounds.ts'
import type { FlightFilters } from '../../model/flights/filters.ts'
import type { FlightOffer } from '../../model/flights/flight-offer.ts'
import { groupFlights, type Itinerary } from '../../model/flights/itinerary.ts'
import { type FlightFacets, type FlightItem, narrowFlights } from '../../model/flights/narrow.ts'
import { co2KgOf } from '../../model/flights/sellers.ts'
import { type FlightSort, flightOrder, flightSorts } from '../../model/flights/sort.ts'
import { makeTimeAxis, type TimeAxis } from '../../model/flights/time-axis.ts'
import { medianCo2 } from '../../model/flights/words.ts'
import { readableName } from '../../model/readable-name.ts'
import type { Bounds } from '../../model/results/bounds.ts'
import { type ListScheme, type ResultList, useResultList } from '../use-result-list.ts'

export type FlightList = ResultList<Itinerary, FlightItem, FlightFacts, FlightFilters, FlightFacets, FlightSort>

export interface FlightFacts {
  axis: TimeAxis
  medianCo2: number | null
  reference: BestReference
  price: Bounds | undefined
  minutes: Bounds | undefined
  carrierNames: Record<string, string>
  /** The number of directions of a trip. */
  directions: number
}

const scheme: ListScheme<FlightOffer, Itinerary, FlightItem, FlightFacts, FlightFilters, FlightFacets, FlightSort> = {
  sorts: flightSorts,
  group: groupFlights,
  factsOf,
  narrow: narrowFlights,
  order: (by, { reference }) => flightOrder(by, reference),
}

export function useFlightList(
  offers: readonly FlightOffer[],
  filters: FlightFilters,
  sort: FlightSort,
  waiting?: readonly FlightOffer[],
): FlightList {
  return useResultList(scheme, offers, filters, sort, waiting)
}

function factsOf(itineraries: readonly Itinerary[]): FlightFacts {
  const carriers = itineraries.flatMap(({ legs }) =>
    legs.flatMap(({ segments }) => segments.map(({ carrier }) => carrier)),
  )
  return {
    axis: makeTimeAxis(itineraries.flatMap(({ legs }) => legs)),
    medianCo2: medianCo2(itineraries.map(({ fares }) => co2KgOf(fares))),
    reference: bestReference(itineraries),
    price: priceBounds(itineraries),
    minutes: minuteBounds(itineraries),
    carrierNames: Object.fromEntries(carriers.map(({ code, name }) => [code, readableName(name) || code])),
    directions: itineraries[0]?.legs.length ?? 1,
  }
}

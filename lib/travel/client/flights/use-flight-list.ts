'use client'

import { useQueryStates } from 'nuqs'
import {
  type FlightFacets,
  type FlightFilters,
  type FlightItem,
  narrowFlights,
  noFlightFilters,
} from '../../model/flights/filters.ts'
import { type FlightFacts, flightFacts } from '../../model/flights/flight-facts.ts'
import type { FlightOffer } from '../../model/flights/flight-offer.ts'
import { groupFlights, type Itinerary } from '../../model/flights/itinerary.ts'
import { type FlightSort, flightOrder, flightSorts } from '../../model/flights/sort.ts'
import { type ListActions, type ListState, useListState } from '../use-list-state.ts'
import { type ListScheme, type ResultList, useResultList } from '../use-result-list.ts'
import { flightList } from './flight-list-query.ts'

export type FlightActions = ListActions<FlightFilters, FlightSort>

/** The order, filters and open row of a flight list, stored in the URL. */
export function useFlightListState(): ListState<FlightFilters, FlightSort> {
  return useListState(useQueryStates(flightList.parsers, { urlKeys: flightList.urlKeys }), noFlightFilters)
}

export type FlightList = ResultList<Itinerary, FlightItem, FlightFacts, FlightFilters, FlightFacets, FlightSort>

const scheme: ListScheme<FlightOffer, Itinerary, FlightItem, FlightFacts, FlightFilters, FlightFacets, FlightSort> = {
  sorts: flightSorts,
  group: groupFlights,
  factsOf: flightFacts,
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

'use client'

import { useQueryStates } from 'nuqs'
import { useCallback, useMemo } from 'react'
import type { BagWish } from '../../model/flights/fare-due.ts'
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
import { type ListActions, type ListState, type SetListQuery, useListState } from '../use-list-state.ts'
import { type ListScheme, type ResultList, useResultList } from '../use-result-list.ts'
import { flightList, type TicketFilters, ticketsIn, withTickets } from './flight-list-query.ts'

export type FlightActions = ListActions<FlightFilters, FlightSort>

type FlightListQuery = FlightFilters & { sort: FlightSort; row: string | null }

/** The order, filters and open row of a flight list, stored in the URL. */
export function useFlightListState(usual: TicketFilters): ListState<FlightFilters, FlightSort> {
  const [given, setGiven] = useQueryStates(flightList.parsers, { urlKeys: flightList.urlKeys })
  const query = useMemo((): FlightListQuery => withTickets(given, usual), [given, usual])
  const setQuery = useCallback<SetListQuery<FlightListQuery>>(
    (change, options) =>
      setGiven(typeof change === 'function' ? change : { ...change, ...ticketsIn(change, usual) }, options),
    [setGiven, usual],
  )
  return useListState([query, setQuery], noFlightFilters)
}

export type FlightList = ResultList<Itinerary, FlightItem, FlightFacts, FlightFilters, FlightFacets, FlightSort>

type Scheme = ListScheme<FlightOffer, Itinerary, FlightItem, FlightFacts, FlightFilters, FlightFacets, FlightSort>

/** The list with the bags that travelers take. */
export function useFlightList(
  offers: readonly FlightOffer[],
  bags: BagWish,
  filters: FlightFilters,
  sort: FlightSort,
  waiting?: readonly FlightOffer[],
): FlightList {
  const scheme = useMemo(
    (): Scheme => ({
      sorts: flightSorts,
      group: (all) => groupFlights(all, bags),
      factsOf: flightFacts,
      narrow: narrowFlights,
      order: (by, { reference }) => flightOrder(by, reference),
    }),
    [bags],
  )
  return useResultList(scheme, offers, filters, sort, waiting)
}

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
import { type ListScheme, useResultList } from '../use-result-list.ts'
import { flightList, type TicketFilters, ticketsIn, withTickets } from './flight-list-query.ts'
import type { TripStep } from './use-trip-step.ts'

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

export type FlightList = ReturnType<typeof useFlightList>

type Scheme = ListScheme<FlightOffer, Itinerary, FlightItem, FlightFacts, FlightFilters, FlightFacets, FlightSort>

const wholeTrips = { kind: 'all', chosen: null } as const

/** The directions of the steps, counted from 0. The list of whole trips has no direction of its own. */
const directions = { all: undefined, outbound: 0, return: 1 } as const

/**
 * The list with the bags that travelers take. In the step of the return, it holds the trips with the chosen outbound
 * flights; in the step before, options count each outbound once.
 */
export function useFlightList(
  offers: readonly FlightOffer[],
  bags: BagWish,
  filters: FlightFilters,
  sort: FlightSort,
  waiting?: readonly FlightOffer[],
  { kind, chosen }: Pick<TripStep, 'kind' | 'chosen'> = wholeTrips,
) {
  const scheme = useMemo((): Scheme => {
    const direction = directions[kind]
    return {
      sorts: flightSorts,
      group: (all) => groupFlights(all, bags).filter(({ outbound }) => chosen === null || outbound === chosen),
      factsOf: (all) => flightFacts(all, direction),
      narrow: (all, wanted) => narrowFlights(all, wanted, kind === 'outbound' ? ({ outbound }) => outbound : undefined),
      order: (by, { reference }) => flightOrder(by, reference, direction),
    }
  }, [bags, kind, chosen])
  const all = useMemo(() => scheme.group(offers), [scheme, offers])
  return useResultList(scheme, offers, all, filters, sort, waiting)
}

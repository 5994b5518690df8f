'use client'

import { useDeferredValue, useMemo } from 'react'
import { type BestReference, bestReference } from '../../travel/flights/best.ts'
import type { FlightFilters } from '../../travel/flights/filters.ts'
import { groupOffers, type Itinerary } from '../../travel/flights/itinerary.ts'
import { type Facets, narrow, type Row } from '../../travel/flights/narrow.ts'
import { type Sort, sortRows } from '../../travel/flights/sort.ts'
import { makeTimeAxis, type TimeAxis } from '../../travel/flights/time-axis.ts'
import { medianCo2 } from '../../travel/flights/words.ts'
import { readableName } from '../../travel/readable-name.ts'
import { type Bounds, minuteBounds, priceBounds } from '../../travel/results/bounds.ts'
import type { Offer } from '../../travel/results/found.ts'

export interface FlightList {
  /** All that was found, filtered or not. */
  itineraries: Itinerary[]
  facts: ListFacts
  facets: Facets
  /** What passes the filters, in order. */
  rows: Row[]
  /** What each order puts first. */
  first: Record<Sort, Row | undefined>
  /** The filters that `rows` and `facets` are of: those before, as long as `isStale`. */
  filters: FlightFilters
  isStale: boolean
}

/** What holds for the whole list, so that filters move nothing. */
export interface ListFacts {
  axis: TimeAxis
  medianCo2: number | null
  reference: BestReference
  price: Bounds | undefined
  minutes: Bounds | undefined
  carrierNames: Record<string, string>
  /** The directions that a trip has. */
  directions: number
}

/** The list of `offers`. Filters answer at once; the rows follow as soon as there is time, so that no thumb waits for them. */
export function useFlightList(offers: readonly Offer[], filters: FlightFilters, sort: Sort): FlightList {
  const itineraries = useMemo(() => groupOffers(offers), [offers])
  const facts = useMemo(() => factsOf(itineraries), [itineraries])
  const settled = useDeferredValue(filters)
  const { rows, facets } = useMemo(() => narrow(itineraries, settled), [itineraries, settled])
  const sorted = useMemo(
    () => ({
      best: sortRows(rows, 'best', facts.reference),
      price: sortRows(rows, 'price', facts.reference),
      duration: sortRows(rows, 'duration', facts.reference),
      departure: sortRows(rows, 'departure', facts.reference),
    }),
    [rows, facts],
  )
  const first = {
    best: sorted.best[0],
    price: sorted.price[0],
    duration: sorted.duration[0],
    departure: sorted.departure[0],
  }
  return { itineraries, facts, facets, rows: sorted[sort], first, filters: settled, isStale: settled !== filters }
}

function factsOf(itineraries: readonly Itinerary[]): ListFacts {
  const carriers = itineraries.flatMap(({ legs }) =>
    legs.flatMap(({ segments }) => segments.map(({ carrier }) => carrier)),
  )
  return {
    axis: makeTimeAxis(itineraries.flatMap(({ legs }) => legs)),
    medianCo2: medianCo2(itineraries.map(({ fares }) => fares[0].flight)),
    reference: bestReference(itineraries),
    price: priceBounds(itineraries),
    minutes: minuteBounds(itineraries),
    carrierNames: Object.fromEntries(carriers.map(({ code, name }) => [code, readableName(name) || code])),
    directions: itineraries[0]?.legs.length ?? 1,
  }
}

'use client'

import { useMemo } from 'react'
import type { FlightActions, FlightList } from '#lib/travel/client/flights/use-flight-list.ts'
import { flightFilterWords } from '#lib/travel/model/flights/filter-words.ts'
import type { FlightFilters } from '#lib/travel/model/flights/filters.ts'
import { slicesOf } from '#runner/contract/capabilities/flight-slices.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { FilterPanel } from '../filters/filter-panel.tsx'
import { useReader } from '../reader.tsx'
import { useFlightSearch } from './flight-search-context.tsx'
import { useFlightWords } from './use-flight-words.ts'

export interface FlightFiltersProps {
  list: FlightList
  /** The currency of the list. */
  currency: string
  actions: FlightActions
}

/** The filters of the list in words. */
export function useFilterWords({ facts }: FlightList, currency: string) {
  const words = useFlightWords()
  const results = useTexts('results')
  const search = useFlightSearch()
  const { names } = useReader()
  return useMemo(
    () =>
      flightFilterWords({
        currency,
        words,
        results,
        slices: slicesOf(search),
        isMulti: search.onward !== undefined,
        placeNames: names,
        facts,
      }),
    [currency, words, results, search, names, facts],
  )
}

/** @param filters the chosen filters, which the list follows */
export function FlightFilterPanel({ currency, ...props }: FlightFiltersProps & { filters: FlightFilters }) {
  return <FilterPanel {...props} words={useFilterWords(props.list, currency)} />
}

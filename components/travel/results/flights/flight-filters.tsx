'use client'

import { useMemo } from 'react'
import type { DayPrices } from '#lib/travel/client/flights/use-day-prices.ts'
import type { FlightActions, FlightList } from '#lib/travel/client/flights/use-flight-list.ts'
import type { TripStep } from '#lib/travel/client/flights/use-trip-step.ts'
import { flightFilterWords } from '#lib/travel/model/flights/filter-words.ts'
import type { FlightFilters } from '#lib/travel/model/flights/filters.ts'
import type { Itinerary } from '#lib/travel/model/flights/itinerary.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { formatPrice } from '#lib/travel/model/money.ts'
import { slicesOf } from '#runner/contract/capabilities/flight-slices.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { FilterPanel } from '../filters/filter-panel.tsx'
import { useReader } from '../reader.tsx'
import { FilteredOut } from '../states/filtered-out.tsx'
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

interface FlightFilteredOutProps extends FlightFiltersProps {
  sort: string | null
  step: TripStep['kind']
  days: DayPrices
}

export function FlightFilteredOut({ currency, days, step, ...props }: FlightFilteredOutProps) {
  const locale = useLocale()
  const t = useTexts('flights')
  const other = cheapestOther(days)
  return (
    <FilteredOut {...props} counted={countedIn(step, props.list.all)} words={useFilterWords(props.list, currency)}>
      {other && (
        <ButtonLink variant="quiet" href={`/search/flights?${other.query}`}>
          {t('tryDate', {
            date: formatDate(other.date, locale),
            price: formatPrice(other.amount, other.currency, locale),
          })}
        </ButtonLink>
      )}
    </FilteredOut>
  )
}

/** What the rows of a step are, with their number before filters; absent for whole trips. */
function countedIn(step: TripStep['kind'], all: readonly Itinerary[]) {
  if (step === 'all') return undefined
  return step === 'return'
    ? { noun: 'returns' as const, found: all.length }
    : { noun: 'outbound' as const, found: new Set(all.map(({ outbound }) => outbound)).size }
}

/** The cheapest other day, if known. */
function cheapestOther({ days }: DayPrices): { date: string; query: string; amount: number; currency: string } | null {
  const priced = days.flatMap(({ isSelected, date, query, price }) =>
    price.state === 'priced' && !isSelected ? [{ date, query, ...price.price }] : [],
  )
  return priced.toSorted((a, b) => a.amount - b.amount || (a.date < b.date ? -1 : 1))[0] ?? null
}

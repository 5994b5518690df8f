'use client'

import type { TextKey } from '#lib/platform/model/texts.ts'
import type { FlightList } from '#lib/travel/client/flights/use-flight-list.ts'
import { shownPrice } from '#lib/travel/model/flights/fare-due.ts'
import type { FlightItem } from '#lib/travel/model/flights/filters.ts'
import type { FlightWords } from '#lib/travel/model/flights/flight-words.ts'
import { averageMinutes } from '#lib/travel/model/flights/itinerary.ts'
import { type FlightSort, flightSorts } from '#lib/travel/model/flights/sort.ts'
import { formatTime } from '#lib/travel/model/format.ts'
import { priceWriter } from '#lib/travel/model/money.ts'
import { BestInfo } from '../best-info.tsx'
import { type ListSortsProps, SortTabs } from '../sort-tabs.tsx'
import { FlightBestWords } from './flight-parts.ts'
import { useFlightWords } from './use-flight-words.ts'

export const sortNames = {
  best: 'best',
  price: 'cheapest',
  duration: 'fastest',
  departure: 'earliestTab',
} as const satisfies Record<FlightSort, TextKey<'flights'>>

/** The sort tabs of a flight list, each with the price and average time per direction of its first result. */
export function FlightSorts({ list, currency, ...tabs }: ListSortsProps<FlightList, FlightSort>) {
  const words = useFlightWords()
  const { first } = list
  const { reference } = list.facts
  const { t, locale } = words
  const write = priceWriter([reference.lowestPrice], currency, locale)
  return (
    <SortTabs
      tabs={flightSorts.map((sort) => ({
        sort,
        name: t(sortNames[sort]),
        facts: factsOf(first[sort], sort, words, write),
      }))}
      {...tabs}
    >
      <BestInfo name={t('best')}>
        <FlightBestWords best={first.best} cheapest={first.price} fastest={first.duration} reference={reference} />
      </BestInfo>
    </SortTabs>
  )
}

function factsOf(
  first: FlightItem | undefined,
  sort: FlightSort,
  { t, duration, locale }: FlightWords,
  write: (amount: number) => string,
) {
  if (!first) return null
  const { itinerary, offer } = first
  const time = duration(averageMinutes(itinerary))
  const average = itinerary.legs.length > 1 ? t('averageTime', { time }) : time
  return {
    strong: shownPrice(offer, write, t),
    rest: sort === 'departure' ? t('leavesAt', { time: formatTime(offer.flight.departure, locale) }) : average,
  }
}

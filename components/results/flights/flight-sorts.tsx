'use client'

import type { BestReference } from '#lib/travel/flights/best.ts'
import { averageMinutes } from '#lib/travel/flights/itinerary.ts'
import type { FlightItem } from '#lib/travel/flights/narrow.ts'
import { type FlightSort, flightSorts } from '#lib/travel/flights/sort.ts'
import { formatDuration, formatTime } from '#lib/travel/format.ts'
import { priceWriter } from '#lib/travel/money.ts'
import { BestInfo } from '../best-info.tsx'
import { useReader } from '../reader.tsx'
import { SortTabs } from '../sort-tabs.tsx'
import { FlightBestWords } from './flight-parts.ts'

const names: Record<FlightSort, string> = {
  best: 'Best',
  price: 'Cheapest',
  duration: 'Fastest',
  departure: 'Earliest',
}

interface FlightSortsProps {
  first: Record<FlightSort, FlightItem | undefined>
  /** The currency of the list. */
  currency: string
  reference: BestReference
  sort: FlightSort
  isHidden: boolean
  panelId: string
  onSort: (sort: FlightSort) => void
}

/** The sort tabs of a flight list, each with the price and average time per direction of its first result. */
export function FlightSorts({ first, currency, reference, ...tabs }: FlightSortsProps) {
  const { locale } = useReader()
  const write = priceWriter([reference.lowestPrice], currency, locale)
  return (
    <SortTabs
      tabs={flightSorts.map((sort) => ({
        sort,
        name: names[sort],
        facts: factsOf(first[sort], sort, locale, write),
      }))}
      {...tabs}
    >
      <BestInfo name="Best">
        <FlightBestWords best={first.best} cheapest={first.price} fastest={first.duration} reference={reference} />
      </BestInfo>
    </SortTabs>
  )
}

function factsOf(first: FlightItem | undefined, sort: FlightSort, locale: string, write: (amount: number) => string) {
  if (!first) return null
  const { itinerary, offer } = first
  const average = `${formatDuration(averageMinutes(itinerary))}${itinerary.legs.length > 1 ? ' average' : ''}`
  return {
    strong: write(offer.price.amount),
    rest: sort === 'departure' ? `leaves ${formatTime(offer.flight.departure, locale)}` : average,
  }
}

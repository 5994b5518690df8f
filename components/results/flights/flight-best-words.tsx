'use client'

import { type BestReference, bestFlightScore, bestFlightWeights } from '#lib/travel/flights/best.ts'
import { averageMinutes } from '#lib/travel/flights/itinerary.ts'
import type { FlightItem } from '#lib/travel/flights/narrow.ts'
import { carriersOf } from '#lib/travel/flights/words.ts'
import { formatClock, formatDuration } from '#lib/travel/format.ts'
import { formatPrice } from '#lib/travel/money.ts'
import { readableName } from '#lib/travel/readable-name.ts'
import { BestParts } from '../best-parts.tsx'
import { useReader } from '../reader.tsx'

const partsIn = (locale: string) => [
  { title: 'Total price', how: 'lowest price ÷ this price', weight: bestFlightWeights.price },
  { title: 'Travel time', how: 'shortest time ÷ this time', weight: bestFlightWeights.time },
  {
    title: 'Stops and waits',
    how: '¼ less for each stop, 1⁄20 less for each hour of waiting',
    weight: bestFlightWeights.ease,
  },
  {
    title: 'Hour of departure',
    how: `full for departures from ${formatClock('07:00', locale)} to ${formatClock('21:00', locale)}`,
    weight: bestFlightWeights.hour,
  },
]

interface FlightBestWordsProps {
  best: FlightItem | undefined
  cheapest: FlightItem | undefined
  fastest: FlightItem | undefined
  reference: BestReference
}

/** Explains how Best is calculated for flights, with the first row as the example. */
export function FlightBestWords(props: FlightBestWordsProps) {
  const { locale } = useReader()
  return (
    <>
      <BestParts each="trip" parts={partsIn(locale)} />
      <Example {...props} />
    </>
  )
}

function Example({ best, cheapest, fastest, reference }: FlightBestWordsProps) {
  const { locale } = useReader()
  if (!best || !cheapest || !fastest) return null
  const { price } = best.offer.flight
  const names = carriersOf(best.offer.flight).map(({ name }) => readableName(name))
  const score = Math.round(bestFlightScore(best.itinerary, price.amount, reference))
  const dearer = price.amount - cheapest.offer.flight.price.amount
  const shorter = averageMinutes(cheapest.itinerary) - averageMinutes(best.itinerary)
  const isCheapest = dearer <= 0
  return (
    <p className="best-example">
      <b>
        {names.join(', ')} scores {score}:
      </b>{' '}
      {isCheapest ? 'the lowest price' : `${formatPrice(dearer, price.currency, locale)} above the lowest price`}
      {!isCheapest && shorter > 0 && `, but ${formatDuration(shorter)} shorter each way on average`}
      {isCheapest && averageMinutes(best.itinerary) <= averageMinutes(fastest.itinerary) && ' and the shortest time'}.
    </p>
  )
}

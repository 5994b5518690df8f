'use client'

import type { Texts } from '#lib/platform/model/texts.ts'
import { type BestReference, bestFlightScore, bestFlightWeights } from '#lib/travel/model/flights/best.ts'
import type { FlightItem } from '#lib/travel/model/flights/filters.ts'
import type { FlightWords } from '#lib/travel/model/flights/flight-words.ts'
import { averageMinutes } from '#lib/travel/model/flights/itinerary.ts'
import { carrierNames } from '#lib/travel/model/flights/words.ts'
import { formatClock } from '#lib/travel/model/format.ts'
import { formatPrice } from '#lib/travel/model/money.ts'
import { bold } from '../../../ui/spoken.tsx'
import { useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { BestParts } from '../best-parts.tsx'
import { useFlightWords } from './use-flight-words.ts'

const partsIn = ({ t, locale }: FlightWords, results: Texts<'results'>) => [
  { title: results('totalPrice'), how: t('bestPrice'), weight: bestFlightWeights.price },
  { title: t('travelTime'), how: t('bestTime'), weight: bestFlightWeights.time },
  { title: t('stopsAndWaits'), how: t('bestEase'), weight: bestFlightWeights.ease },
  {
    title: t('hourOfDeparture'),
    how: t('bestHour', { from: formatClock('07:00', locale), to: formatClock('21:00', locale) }),
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
  const words = useFlightWords()
  const results = useTexts('results')
  return (
    <>
      <BestParts about={words.t('eachTrip')} parts={partsIn(words, results)} />
      <Example {...props} />
    </>
  )
}

function Example({ best, cheapest, fastest, reference }: FlightBestWordsProps) {
  const { t, duration, locale } = useFlightWords()
  const rich = useRichTexts('flights')
  if (!best || !cheapest || !fastest || best.offer.due.kind === 'unknown') return null
  const { amount } = best.offer.due
  const dearer = amount - cheapest.offer.due.amount
  const shorter = averageMinutes(cheapest.itinerary) - averageMinutes(best.itinerary)
  const about = {
    airlines: carrierNames(best.offer.flight, t),
    score: Math.round(bestFlightScore(best.itinerary, amount, reference)),
    price: formatPrice(dearer, best.offer.flight.price.currency, locale),
    time: duration(shorter),
    b: bold,
  }
  const isShortest = averageMinutes(best.itinerary) <= averageMinutes(fastest.itinerary)
  const key =
    dearer <= 0
      ? isShortest
        ? 'exampleLowestShortest'
        : 'exampleLowest'
      : shorter > 0
        ? 'exampleDearerShorter'
        : 'exampleDearer'
  return <p className="best-example">{rich(key, about)}</p>
}

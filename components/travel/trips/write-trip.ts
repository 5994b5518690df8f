import { useMemo } from 'react'
import { singleWriter } from '#lib/travel/model/currencies-writer.ts'
import type { ExchangeRates } from '#lib/travel/model/exchange-rates.ts'
import { comparisonOf } from '#lib/travel/model/hotels/total.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'
import { useTexts } from '../../ui/texts.tsx'
import { useFlightWords } from '../results/flights/use-flight-words.ts'
import { useReader } from '../results/reader.tsx'
import { travelersIn } from './trip-words.ts'

/** What writing a trip as text needs: the reader's names, words and rates. */
type TripWriting = ReturnType<typeof useTripWriting>

export function useTripWriting(rates: ExchangeRates | null) {
  const { names } = useReader()
  const words = useFlightWords()
  const [hotels, travel, results] = [useTexts('hotels'), useTexts('travel'), useTexts('results')]
  return useMemo(
    () => ({ rates, names, words, hotels, travel, results }),
    [rates, names, words, hotels, travel, results],
  )
}

/** The trip as lines of text, with its latest price: the same summary as in results. */
export async function tripSummary(trip: TripView, writing: TripWriting): Promise<string> {
  const { latest } = trip
  const about = { ...aboutOf(trip, latest.seenAtMs), price: latest }
  if (trip.kind === 'flights') {
    const { flightSummary } = await import('#lib/travel/model/flights/flight-summary.ts')
    const { nameAirports } = await import('#lib/travel/client/flights/name-airports.ts')
    const names = await nameAirports(trip.flight.legs, writing.names)
    return flightSummary(
      { ...about, flight: { ...trip.flight, price: latest } },
      { ...flightContext(trip, writing), names },
    )
  }
  const { staySummary } = await import('#lib/travel/model/hotels/stay-summary.ts')
  return staySummary({ ...about, hotel: { ...trip.hotel, price: latest } }, stayContext(trip, writing), Date.now())
}

/** Saves a calendar file of the trip. Resolves to what the button says then. */
export async function saveTripCalendar(trip: TripView, writing: TripWriting): Promise<string> {
  const about = aboutOf(trip, trip.saved.seenAtMs)
  const { downloadCalendar } = await import('#lib/travel/client/download-calendar.ts')
  if (trip.kind === 'flights') {
    const { flightCalendar } = await import('#lib/travel/model/flights/flight-calendar.ts')
    const { flight } = trip
    const context = flightContext(trip, writing)
    downloadCalendar(flightCalendar({ ...about, price: flight.price, flight }, context, Date.now()))
  } else {
    const { stayCalendar } = await import('#lib/travel/model/hotels/stay-calendar.ts')
    const { hotel } = trip
    downloadCalendar(stayCalendar({ ...about, price: hotel.price, hotel }, stayContext(trip, writing), Date.now()))
  }
  return writing.results('calendarSaved')
}

const aboutOf = ({ id, skill, data }: TripView, fetchedAtMs: number) => ({
  source: skill,
  data,
  cached: false,
  fetchedAtMs,
  key: id,
})

function flightContext({ search, latest }: TripView, { names, words, travel, results }: TripWriting) {
  const write = singleWriter(words.locale)(latest.currency)
  return { travelers: travelersIn(search), names, words, travel, results, write }
}

function stayContext({ latest, data }: TripView, { rates, words, hotels, results }: TripWriting) {
  const comparison = comparisonOf(latest.currency, rates, data)
  return { locale: words.locale, t: hotels, results, writeIn: singleWriter(words.locale), comparison }
}

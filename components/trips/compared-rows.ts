import type { FlightTrip, StayTrip, TripView } from '#lib/shared/trip-view.ts'
import { bagsText, carriersOf, stopsText } from '#lib/travel/flights/words.ts'
import { formatDate, formatDuration, formatTime } from '#lib/travel/format.ts'
import { boardText, cancelText, nightsText, roomText } from '#lib/travel/hotels/words.ts'
import { priceWriter } from '#lib/travel/money.ts'
import { readableName } from '#lib/travel/readable-name.ts'
import { datesText, priceChange } from './trip-words.ts'

export interface ComparedRow {
  title: string
  /** One text for each trip. */
  cells: string[]
  /** The positions of the best values; absent where values cannot be compared. */
  best?: { at: number[]; word: string }
}

type Reader = { nowMs: number; locale: string }

const notGiven = 'Not given'

/** The facts of trips of one kind, row by row. Prices in several currencies have no lowest one. */
export function comparedRows(trips: readonly TripView[], { nowMs, locale }: Reader): ComparedRow[] {
  const flights = trips.filter((trip): trip is FlightTrip => trip.kind === 'flights')
  const stays = trips.filter((trip): trip is StayTrip => trip.kind === 'hotels')
  const isOneCurrency = new Set(trips.map(({ latest }) => latest.currency)).size === 1
  const prices = trips.map(({ latest }) => latest.amount)
  const label = { live: '', test: ' (test data)', sample: ' (sample data)' }
  return [
    {
      title: 'Total',
      cells: trips.map(
        ({ latest: { amount, currency }, data }) => priceWriter([amount], currency, locale)(amount) + label[data],
      ),
      ...(isOneCurrency && { best: lowest(prices, 'lowest') }),
    },
    {
      title: 'Since you saved it',
      cells: trips.map(({ saved, latest }) => priceChange(saved, latest, nowMs, locale).text),
    },
    { title: 'Dates', cells: trips.map((trip) => datesText(trip, locale)) },
    ...(flights.length === trips.length ? flightRows(flights, locale) : []),
    ...(stays.length === trips.length ? stayRows(stays) : []),
    {
      title: 'Offered by',
      cells: trips.map((trip) => (trip.kind === 'flights' ? trip.flight.provider : trip.hotel.provider)),
    },
  ]
}

function flightRows(trips: readonly FlightTrip[], locale: string): ComparedRow[] {
  const flights = trips.map(({ flight }) => flight)
  const minutes = flights.map(({ legs }) => legs.reduce((sum, leg) => sum + leg.duration_minutes, 0))
  const directions = Math.max(...flights.map(({ legs }) => legs.length))
  const legRow = (at: number): ComparedRow => ({
    title: `Flight ${at + 1}`,
    cells: flights.map(({ legs }) => {
      const leg = legs[at]
      if (leg === undefined) return 'None'
      const [from, to] = [leg.departure, leg.arrival].map(
        ({ time, airport }) => `${formatTime(time, locale)} ${airport}`,
      )
      return `${formatDate(leg.departure.time.slice(0, 10))}, ${from} – ${to}`
    }),
  })
  const co2 = flights.map(({ co2_kg }) => co2_kg)
  const known = co2.filter((kg) => kg !== undefined)
  return [
    {
      title: 'Airlines',
      cells: flights.map((flight) =>
        carriersOf(flight)
          .map(({ name }) => readableName(name))
          .join(', '),
      ),
    },
    ...Array.from({ length: directions }, (_, at) => legRow(at)),
    {
      title: 'Travel time',
      cells: flights.map(({ legs }) => legs.map((leg) => formatDuration(leg.duration_minutes)).join(' and ')),
      best: lowest(minutes, 'shortest'),
    },
    {
      title: 'Stops',
      cells: flights.map(({ legs }) => [...new Set(legs.map(({ stops }) => stopsText(stops)))].join(' and ')),
    },
    { title: 'Bags', cells: flights.map(({ bags }) => bagsText(bags) ?? notGiven) },
    {
      title: 'CO₂ each',
      cells: co2.map((kg) => (kg === undefined ? notGiven : `${Math.round(kg)} kg`)),
      ...(known.length === co2.length && { best: lowest(known, 'lowest') }),
    },
  ]
}

function stayRows(trips: readonly StayTrip[]): ComparedRow[] {
  const hotels = trips.map(({ hotel }) => hotel)
  return [
    { title: 'Stars', cells: hotels.map(({ stars }) => (stars === undefined ? notGiven : String(stars))) },
    { title: 'Nights', cells: hotels.map(({ nights }) => nightsText(nights)) },
    { title: 'Room', cells: hotels.map(({ room }) => roomText(room)) },
    { title: 'Meals', cells: hotels.map((hotel) => boardText(hotel) ?? notGiven) },
    {
      title: 'Cancelling',
      cells: hotels.map(({ cancellation }) =>
        cancellation?.kind === 'free' ? 'Free at first' : cancelText(cancellation),
      ),
    },
  ]
}

/** No value is the best when all are equal. */
function lowest(values: readonly number[], word: string) {
  const least = Math.min(...values)
  const at = values.flatMap((value, position) => (value === least ? [position] : []))
  return { at: at.length === values.length ? [] : at, word }
}

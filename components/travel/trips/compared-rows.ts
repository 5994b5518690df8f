import { numberFormat } from '#lib/platform/model/formatters.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import { pricesWriter } from '#lib/travel/model/currencies-writer.ts'
import type { ExchangeRates } from '#lib/travel/model/exchange-rates.ts'
import { seatText } from '#lib/travel/model/flights/fare-columns.ts'
import { fareTerms } from '#lib/travel/model/flights/fare-terms.ts'
import type { FlightWords } from '#lib/travel/model/flights/flight-words.ts'
import { bagsText, stopsText } from '#lib/travel/model/flights/words.ts'
import { guestsOfResult } from '#lib/travel/model/hotels/hotel-form.ts'
import { termsText } from '#lib/travel/model/hotels/stay-summary.ts'
import { comparedTotal, comparisonOf, isComparable } from '#lib/travel/model/hotels/total.ts'
import { shownInRow, totalText } from '#lib/travel/model/hotels/total-words.ts'
import { boardText, nightsText, roomText } from '#lib/travel/model/hotels/words.ts'
import { isWrittenWhole, writtenDifference } from '#lib/travel/model/money.ts'
import type { FlightTrip, SeenPrice, StayTrip, TripView } from '#lib/travel/model/trip-view.ts'
import type { Seat } from '#lib/travel/model/usual-profile.ts'
import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { datesText, priceChange, providerOf, travelersIn } from './trip-words.ts'

interface ComparedRow {
  title: string
  /** One text for each trip. */
  cells: string[]
  /** The kinds of data, which stand as badges beside the texts of `cells`; absent for live data. */
  data?: (string | undefined)[]
  /** Less important texts below those of `cells`. */
  notes?: (string | undefined)[]
  /** The flights that the row draws. A cell shows its text only if its trip has no such flight. */
  legs?: (FlightLeg | undefined)[]
  /** The positions of the best values; absent where values cannot be compared. */
  best?: { at: number[]; word: string }
}

interface Reader {
  rates: ExchangeRates | null
  nowMs: number
  locale: string
  /** The seat that the traveler wants. */
  seat: Seat
  flights: FlightWords
  travel: Texts<'travel'>
  hotels: Texts<'hotels'>
  results: Texts<'results'>
  t: Texts<'trips'>
}

/**
 * The facts of trips of one kind, row by row. Marks no lowest price among several currencies, kinds of data or numbers
 * of travelers, nor where a total is not known in full.
 */
export function comparedRows(
  trips: readonly TripView[],
  { rates, nowMs, locale, seat, t, ...words }: Reader,
): ComparedRow[] {
  const flights = trips.filter((trip): trip is FlightTrip => trip.kind === 'flights')
  const stays = trips.filter((trip): trip is StayTrip => trip.kind === 'hotels')
  const parties = trips.map(partyOf)
  const comparisonFor = ({ latest, data }: TripView) => comparisonOf(latest.currency, rates, data)
  const isOneParty = new Set(parties.map((party) => party.join())).size === 1
  // The number of travelers of all totals. 0 if they differ, and for stays.
  const sharedCount = isOneParty && flights.length === trips.length ? (parties[0]?.[0] ?? 0) : 0
  const isOneKind = new Set(trips.map(({ latest, data }) => `${latest.currency} ${data}`)).size === 1
  const totals = trips.map((trip) => comparedTotal(latestOf(trip), comparisonFor(trip)))
  const isKnown = totals.every((total) => isComparable(total) && !total.isMore)
  const isMarked = isOneParty && isOneKind && isKnown
  const prices = totals.map(({ amount }) => amount)
  const least = Math.min(...prices)
  const write = pricesWriter(
    trips.flatMap((trip) => shownInRow(latestOf(trip))),
    locale,
  )
  // Subtracts the totals as they are shown: rounded if they have no decimals.
  const aboveLowest = (amount: number, { currency }: SeenPrice): string | undefined => {
    const difference = writtenDifference(amount, least, isWrittenWhole(prices, currency))
    if (difference <= 0) return undefined
    const price = write(currency)(difference)
    const isAbout = totals.some((total) => total.isAbout)
    return t('aboveLowest', { difference: isAbout ? words.hotels('aboutPrice', { price }) : price })
  }
  return [
    {
      title: sharedCount > 1 ? t('totalFor', { count: sharedCount }) : t('total'),
      cells: trips.map((trip) =>
        totalText(latestOf(trip), { comparison: comparisonFor(trip), writeIn: write, t: words.hotels }),
      ),
      data: trips.map(({ data }) =>
        data === 'live' ? undefined : words.results(data === 'test' ? 'testData' : 'sampleData'),
      ),
      ...(isMarked && {
        best: lowest(prices, t('lowest')),
        notes: trips.map(({ latest }, at) => aboveLowest(prices[at] ?? least, latest)),
      }),
      ...(!isOneParty && { notes: parties.map(([count]) => words.flights.t('forTravelers', { count })) }),
    },
    {
      title: t('sinceSaved'),
      cells: trips.map(({ saved, latest }) => priceChange(saved, latest, nowMs, locale, t)?.text ?? t('savedJustNow')),
    },
    { title: t('dates'), cells: trips.map((trip) => datesText(trip, locale)) },
    ...(flights.length === trips.length ? flightRows(flights, { ...words, seat }, t) : []),
    ...(stays.length === trips.length ? stayRows(stays, { nowMs, locale, t: words.hotels }, t) : []),
    {
      title: t('offeredBy'),
      cells: trips.map(providerOf),
    },
  ]
}

/** The latest price, with the charges of a saved stay. */
const latestOf = (trip: TripView) => ({ ...(trip.kind === 'hotels' && trip.hotel), price: trip.latest })

/** The number of people that a total is for, and for a stay the number of rooms. */
function partyOf(trip: TripView): readonly [people: number, rooms?: number] {
  if (trip.kind === 'flights') return [travelersIn(trip.search)]
  return [guestsOfResult(trip.hotel), trip.hotel.rooms]
}

function flightRows(
  trips: readonly FlightTrip[],
  { flights: words, travel, seat }: Pick<Reader, 'flights' | 'travel' | 'seat'>,
  t: Texts<'trips'>,
): ComparedRow[] {
  const { t: flightText, duration, locale } = words
  const list = new Intl.ListFormat(locale)
  const flights = trips.map(({ flight }) => flight)
  const minutes = flights.map(({ legs }) => legs.reduce((sum, leg) => sum + leg.duration_minutes, 0))
  const shortest = Math.min(...minutes)
  const directions = Math.max(...flights.map(({ legs }) => legs.length))
  const legRow = (at: number): ComparedRow => ({
    title: t('flightNumber', { number: at + 1 }),
    legs: flights.map(({ legs }) => legs[at]),
    cells: flights.map(() => t('noFlight')),
  })
  const co2 = flights.map(({ co2_kg }) => co2_kg)
  const known = co2.filter((kg) => kg !== undefined)
  return [
    ...Array.from({ length: directions }, (_, at) => legRow(at)),
    {
      title: t('travelTime'),
      cells: flights.map(({ legs }) => list.format(legs.map((leg) => duration(leg.duration_minutes)))),
      best: lowest(minutes, t('shortest')),
      notes: minutes.map((time) =>
        time > shortest ? t('longer', { difference: duration(time - shortest) }) : undefined,
      ),
    },
    {
      title: t('stops'),
      cells: flights.map(({ legs }) => list.format(new Set(legs.map(({ stops }) => stopsText(stops, flightText))))),
    },
    {
      title: flightText('fare'),
      cells: flights.map((flight) => fareTerms(flight, flightText, travel).join(' · ') || t('notGiven')),
    },
    ...(seat === 'any' ? [] : [{ title: flightText('seatChoice'), cells: trips.map((trip) => seatText(trip, words)) }]),
    { title: t('bags'), cells: flights.map(({ bags }) => bagsText(bags, flightText) ?? t('notGiven')) },
    {
      title: t('co2'),
      cells: co2.map((kg) =>
        kg === undefined
          ? t('notGiven')
          : flightText('kilograms', { kg: numberFormat(locale, {}).format(Math.round(kg)) }),
      ),
      ...(known.length === co2.length && { best: lowest(known, t('lowest')) }),
    },
  ]
}

function stayRows(
  trips: readonly StayTrip[],
  { nowMs, ...reader }: Pick<Reader, 'nowMs' | 'locale'> & { t: Texts<'hotels'> },
  t: Texts<'trips'>,
): ComparedRow[] {
  const hotelText = reader.t
  const hotels = trips.map(({ hotel }) => hotel)
  return [
    { title: t('stars'), cells: hotels.map(({ stars }) => (stars === undefined ? t('notGiven') : String(stars))) },
    { title: t('nights'), cells: hotels.map(({ nights }) => nightsText(nights, hotelText)) },
    { title: t('room'), cells: hotels.map(({ room }) => roomText(room, hotelText)) },
    { title: t('meals'), cells: hotels.map((hotel) => boardText(hotel, hotelText) ?? t('notGiven')) },
    {
      title: t('cancelling'),
      cells: hotels.map((hotel) => termsText(hotel, reader, nowMs)),
    },
  ]
}

/** No value is the best when all are equal. */
function lowest(values: readonly number[], word: string) {
  const least = Math.min(...values)
  const at = values.flatMap((value, position) => (value === least ? [position] : []))
  return { at: at.length === values.length ? [] : at, word }
}

/** Whether a row says the same of each trip. */
export function isSame({ cells, legs, notes = [], data = [] }: ComparedRow): boolean {
  return legs === undefined && [cells, notes, data].every((texts) => new Set(texts).size <= 1)
}

import type { Texts } from '#lib/platform/model/texts.ts'
import { pricesWriter } from '#lib/travel/model/currencies-writer.ts'
import { airlineName } from '#lib/travel/model/flights/words.ts'
import { formatDays } from '#lib/travel/model/format.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { priceWriter } from '#lib/travel/model/money.ts'
import { daysBetween, parseOffsetTime } from '#lib/travel/model/offset-time.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { readablePlaceName } from '#lib/travel/model/readable-place-name.ts'
import type { FlightTrip, SeenPrice, TripView } from '#lib/travel/model/trip-view.ts'
import { flightDefaults } from '#runner/contract/capabilities/search-defaults.ts'

type T = Texts<'trips'>

/** For this long after saving, a missing later price is not reported. */
const soonMs = 3_600_000

/** An age in words: "just now", "5 minutes ago", "2 days ago". */
export function agoText(thenMs: number, nowMs: number, t: T): string {
  const minutes = Math.max(0, Math.floor((nowMs - thenMs) / 60_000))
  if (minutes < 1) return t('justNow')
  if (minutes < 60) return t('minutesAgo', { count: minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return t('hoursAgo', { count: hours })
  return t('daysAgo', { count: Math.floor(hours / 24) })
}

/** The check-in and check-out days of a stay, or the days of the first and last departure, in local time. */
function daysOf(trip: TripView): { from: string; to: string } {
  if (trip.kind === 'hotels') return { from: trip.hotel.check_in, to: trip.hotel.check_out }
  const { legs } = trip.flight
  const days = legs.map(({ departure }) => departure.time.slice(0, 10))
  return { from: days[0] ?? '', to: days.at(-1) ?? '' }
}

/** "Amsterdam to Porto", or the name of the hotel. */
export function tripTitle(trip: TripView, names: PlaceNames, t: Texts<'flights'>): string {
  if (trip.kind === 'hotels') return readablePlaceName(trip.hotel.name)
  const [first] = trip.flight.legs
  const place = (code = '') => names[code] ?? code
  return t('hop', { from: place(first?.departure.airport), to: place(first?.arrival.airport) })
}

/** Who sells the trip: the airline or the hotel. */
export function sellerOf(trip: TripView, t: Texts<'flights'>): string {
  return trip.kind === 'flights'
    ? airlineName({ code: trip.flight.airline_code, name: trip.flight.airline }, t)
    : readablePlaceName(trip.hotel.name)
}

/** The source of the offer. */
export function providerOf(trip: TripView): string {
  return trip.kind === 'flights' ? trip.flight.provider : trip.hotel.provider
}

/** The number of travelers of a flight search, from its query string: the total of an offer is for all of them. */
export function travelersIn(search: string): number {
  const query = new URLSearchParams(search)
  const of = (name: 'adults' | 'children' | 'infants') => Number(query.get(name) ?? flightDefaults[name])
  return of('adults') + of('children') + of('infants')
}

/** "total for 3 travelers, seen 2 days ago". The total of a stay does not state its guests. */
export function totalSeenText(trip: TripView, nowMs: number, t: T): string {
  const count = trip.kind === 'flights' ? travelersIn(trip.search) : 1
  return t('totalSeen', { count, ago: agoText(trip.latest.seenAtMs, nowMs, t) })
}

/** "Sat 13 Feb 2027" or "13–21 Feb 2027". */
export function datesText(trip: TripView, locale: string): string {
  const { from, to } = daysOf(trip)
  return formatDays(from, to, locale)
}

/** When a trip begins, counted in whole days of its first airport or of its hotel: "In 6 days". */
export function whenText(trip: TripView, nowMs: number, t: T): string {
  if (trip.isPast) return t('past')
  const days = daysBetween(trip.kind === 'hotels' ? trip.today : todayAtDeparture(trip, nowMs), daysOf(trip).from)
  if (days < 0) return t('underWay')
  return days === 0 ? t('today') : days === 1 ? t('tomorrow') : t('inDays', { count: days })
}

type PriceChange = { direction: 'same' | 'less' | 'more' | 'unknown'; text: string }

function todayAtDeparture({ flight }: FlightTrip, nowMs: number): string {
  const { offsetMinutes = 0 } = parseOffsetTime(flight.legs[0]?.departure.time ?? '') ?? {}
  return new Date(nowMs + offsetMinutes * 60_000).toISOString().slice(0, 10)
}

/**
 * How the latest price differs from the saved one; null for an offer saved just now. `unknown`: no later answer
 * contained the offer.
 */
export function priceChange(
  saved: SeenPrice,
  latest: SeenPrice,
  nowMs: number,
  locale: string,
  t: T,
): PriceChange | null {
  if (latest.seenAtMs <= saved.seenAtMs)
    return nowMs - saved.seenAtMs < soonMs ? null : { direction: 'unknown', text: t('notSeenAgain') }
  const ago = agoText(saved.seenAtMs, nowMs, t)
  const difference = Math.abs(latest.amount - saved.amount)
  if (difference === 0) return { direction: 'same', text: t('sameSince', { ago }) }
  const direction = latest.amount < saved.amount ? 'less' : 'more'
  const write = priceWriter([difference, saved.amount], saved.currency, locale)
  const values = { difference: write(difference), ago, saved: write(saved.amount) }
  return { direction, text: t(direction === 'less' ? 'lessThan' : 'moreThan', values) }
}

/**
 * An accessible name for each trip, by id: "Amsterdam to Aruba". Trips of one title also get their dates; if these are
 * equal too, the airline, then the provider, then the total.
 */
export function distinctNames(
  trips: readonly TripView[],
  names: PlaceNames,
  locale: string,
  t: Texts<'flights'>,
): ReadonlyMap<string, string> {
  const write = pricesWriter(
    trips.map(({ latest }) => latest),
    locale,
  )
  const further = [
    (trip: TripView) => datesText(trip, locale),
    // The seller of a stay is the hotel, which the title already names.
    (trip: TripView) => trip.kind === 'flights' && sellerOf(trip, t),
    providerOf,
    ({ latest: { amount, currency } }: TripView) => write(currency)(amount),
  ]
  let named = trips.map((trip) => ({ trip, name: tripTitle(trip, names, t) }))
  for (const textOf of further) {
    const byName = Map.groupBy(named, ({ name }) => name)
    named = named.map(({ trip, name }) => {
      const isAlone = (byName.get(name)?.length ?? 0) < 2
      return { trip, name: isAlone ? name : inList([name, textOf(trip)], t) }
    })
  }
  return new Map(named.map(({ trip, name }) => [trip.id, name]))
}

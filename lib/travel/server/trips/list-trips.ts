import type { SavedOffer } from '#lib/platform/server/db/generated/client.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { Seal } from '#runner/core/ports.ts'
import { readFlights } from '../../model/flights/read-flights.ts'
import { readHotels } from '../../model/hotels/read-hotels.ts'
import type { TripView } from '../../model/trip-view.ts'
import type { Places } from '../places/places.ts'
import { todayAtHotels } from '../search/hotel-search-input.ts'
import { readHotelSearch } from '../search/read-search.ts'
import { bookingSubject, type TripPorts } from './book-trip.ts'
import { tripSearch } from './trip-search.ts'

const dayMs = 86_400_000

/** A person's saved offers: the upcoming ones by date, then the past ones, the latest first. */
export async function listTrips(
  { db, clock, places, seal }: Pick<TripPorts, 'db' | 'clock' | 'places' | 'seal'>,
  { id: userId }: Pick<Principal, 'id'>,
): Promise<TripView[]> {
  const rows = await db.savedOffer.findMany({
    where: { userId, removedAt: null },
    orderBy: [{ endsAt: 'asc' }, { id: 'asc' }],
  })
  const trips = rows.flatMap((row) =>
    viewOf(row, places, clock.now()).map((view) => {
      const trip = { ...view, ...bookingOf(row, seal) }
      return { trip, startsAtMs: startOf(trip, row) }
    }),
  )
  const coming = trips.filter(({ trip }) => !trip.isPast).toSorted((a, b) => a.startsAtMs - b.startsAtMs)
  const past = trips.filter(({ trip }) => trip.isPast).toReversed()
  return [...coming, ...past].map(({ trip }) => trip)
}

/** The first departure, or the end of the check-in day at the hotel, so that a flight on that day comes first. */
function startOf(trip: TripView, { endsAt }: SavedOffer): number {
  return trip.kind === 'flights' ? Date.parse(trip.flight.departure) : endsAt.getTime() - trip.hotel.nights * dayMs
}

/** A code that was sealed with another key, as in a restored backup, is left out. */
function bookingOf({ id, bookedAt, bookingCode }: SavedOffer, seal: Seal): Pick<TripView, 'booking'> {
  if (bookedAt === null) return {}
  const code = bookingCode === null ? undefined : seal.open(bookingCode, bookingSubject(id))
  return { booking: code === undefined ? {} : { code } }
}

/** Empty for a row that the current contract cannot parse. */
function viewOf(row: SavedOffer, places: Places, nowMs: number): TripView[] {
  const { id, skill, search, data, currency } = row
  const about = { source: skill, data, cached: false, fetchedAtMs: row.savedSeenAt.getTime() }
  const facts = {
    id,
    skill,
    search,
    data,
    saved: { amount: row.savedAmount, currency, seenAtMs: row.savedSeenAt.getTime() },
    latest: { amount: row.latestAmount, currency, seenAtMs: row.latestSeenAt.getTime() },
    isPast: row.endsAt.getTime() < nowMs,
  }
  if (row.kind === 'flights') {
    const ask = questionOf({ kind: 'flights', search }, places, nowMs)
    return readFlights([row.offer], about).offers.map(({ flight }) => ({ ...facts, ...ask, kind: 'flights', flight }))
  }
  const stay = readHotelSearch(search)
  const today = stay.ok ? todayAtHotels(stay.value, places, nowMs) : new Date(nowMs).toISOString().slice(0, 10)
  return readHotels([row.offer], about).offers.map(({ hotel }) => {
    const ask = questionOf({ kind: 'hotels', search, hotel_id: hotel.hotel_id }, places, nowMs)
    return { ...facts, ...ask, kind: 'hotels', hotel, today }
  })
}

/** The input with which a page requests the current price; empty if the search is no longer possible. */
function questionOf(wanted: Parameters<typeof tripSearch>[0], places: Places, nowMs: number) {
  const search = tripSearch(wanted, places, nowMs)
  const input = search.ok ? search.value.inputs[0] : undefined
  return input === undefined ? {} : { ask: input }
}

import { addDays } from '#lib/travel/model/offset-time.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import type { FlightTrip, StayTrip, TripView } from '#lib/travel/model/trip-view.ts'
import { travelersIn } from './trip-words.ts'

/** One saved offer for a trip. */
export interface TripOption {
  trip: TripView
  /** Tells the options of one kind apart: A, B, C. Absent for the only one. */
  letter?: string
}

/** The saved offers for one trip: flights with the same places, days and travelers, and the stays at their destination. */
export interface TripOptions {
  key: string
  options: TripOption[]
  /** Whether the person booked one of the options. */
  isBooked: boolean
}

/** The trips in the order of their first options. A stay within the days of flights to its place belongs to them. */
export function tripsWithOptions(trips: readonly TripView[], names: PlaceNames): TripOptions[] {
  const flights = trips.filter((trip) => trip.kind === 'flights')
  const byKey = Map.groupBy(trips, (trip) => {
    const way = trip.kind === 'hotels' && flights.find((flight) => isStayOf(flight, trip, names))
    return keyOf(way || trip)
  })
  return [...byKey].map(([key, members]) => {
    const kinds = Map.groupBy(members, ({ kind }) => kind)
    const options = [...(kinds.get('flights') ?? []), ...(kinds.get('hotels') ?? [])].map((trip): TripOption => {
      const same = kinds.get(trip.kind) ?? []
      return same.length > 1 ? { trip, letter: letterAt(same.indexOf(trip)) } : { trip }
    })
    return { key, options, isBooked: members.some(({ booking }) => booking !== undefined) }
  })
}

/** Whether a stay is in the city where the outbound arrives, between that arrival and the last departure. */
function isStayOf({ flight: { legs } }: FlightTrip, { search, hotel }: StayTrip, names: PlaceNames): boolean {
  const [out] = legs
  const place = new URLSearchParams(search).get('place')
  if (!out || place === null) return false
  const airport = out.arrival.airport
  const isThere = place === airport || (names[place] !== undefined && names[place] === names[airport])
  const arrives = out.arrival.time.slice(0, 10)
  const leaves = legs.length > 1 ? legs.at(-1)?.departure.time.slice(0, 10) : undefined
  // Without a way back, the stay begins on the day of the arrival or the day after.
  return (
    isThere &&
    hotel.check_in >= arrives &&
    (leaves === undefined ? hotel.check_in <= addDays(arrives, 1) : hotel.check_out <= leaves)
  )
}

/** A to Z, then A2 to Z2. */
function letterAt(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : `${letter}${Math.floor(at / 26) + 1}`
}

function keyOf(trip: TripView): string {
  const query = new URLSearchParams(trip.search)
  const of = (...names: string[]) => names.map((name) => query.get(name))
  if (trip.kind === 'hotels') {
    const { check_in, check_out } = trip.hotel
    return JSON.stringify(['hotels', ...of('place', 'lat', 'lon', 'adults', 'rooms'), check_in, check_out])
  }
  const days = trip.flight.legs.map(({ departure }) => departure.time.slice(0, 10))
  return JSON.stringify(['flights', ...of('origin', 'destination', 'onward'), travelersIn(trip.search), ...days])
}

/** The maximum number of trips side by side. */
export const maxCompared = 3

import type { TripView } from '#lib/travel/model/trip-view.ts'
import { travelersIn } from './trip-words.ts'

/** One saved offer for a trip. */
export interface TripOption {
  trip: TripView
  /** Tells the options of one trip apart: A, B, C. Absent for the only option. */
  letter?: string
}

/** The saved offers for one trip: the same places, days and travelers. */
export interface TripOptions {
  key: string
  options: TripOption[]
  /** Whether the person booked one of the options. */
  isBooked: boolean
}

/** The trips in the order of their first options. */
export function tripsWithOptions(trips: readonly TripView[]): TripOptions[] {
  const byKey = new Map<string, TripView[]>()
  for (const trip of trips) byKey.set(keyOf(trip), [...(byKey.get(keyOf(trip)) ?? []), trip])
  return [...byKey].map(([key, options]) => ({
    key,
    options: options.map((trip, at) => ({ trip, ...(options.length > 1 && { letter: letterAt(at) }) })),
    isBooked: options.some(({ booking }) => booking !== undefined),
  }))
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

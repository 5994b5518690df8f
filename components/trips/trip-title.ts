import type { TripView } from '#lib/shared/trip-view.ts'
import type { PlaceNames } from '#lib/travel/place-names.ts'
import { readablePlaceName } from '#lib/travel/readable-place-name.ts'

/** "Amsterdam to Porto", or the name of the hotel. */
export function tripTitle(trip: TripView, names: PlaceNames): string {
  if (trip.kind === 'hotels') return readablePlaceName(trip.hotel.name)
  const [first] = trip.flight.legs
  const place = (code = '') => names[code] ?? code
  return `${place(first?.departure.airport)} to ${place(first?.arrival.airport)}`
}

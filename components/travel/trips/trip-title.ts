import type { Texts } from '#lib/platform/model/texts.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { readablePlaceName } from '#lib/travel/model/readable-place-name.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'

/** "Amsterdam to Porto", or the name of the hotel. */
export function tripTitle(trip: TripView, names: PlaceNames, t: Texts<'flights'>): string {
  if (trip.kind === 'hotels') return readablePlaceName(trip.hotel.name)
  const [first] = trip.flight.legs
  const place = (code = '') => names[code] ?? code
  return t('hop', { from: place(first?.departure.airport), to: place(first?.arrival.airport) })
}

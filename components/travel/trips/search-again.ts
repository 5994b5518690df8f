import { rowWithPart } from '#lib/travel/client/open-row.ts'
import { itineraryKey } from '#lib/travel/model/flights/itinerary.ts'
import { fareKey } from '#lib/travel/model/flights/same-flight.ts'
import { hotelKey } from '#lib/travel/model/hotels/hotel-item.ts'
import { stayKey } from '#lib/travel/model/hotels/same-stay.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'

/** The page that repeats the search of a trip, with the saved flight or stay open if it is still offered. */
export function searchAgain(trip: TripView): string {
  const query = new URLSearchParams(trip.search)
  query.set('row', rowOf(trip))
  return `/search/${trip.kind}?${query}`
}

function rowOf(trip: TripView): string {
  const source = trip.skill
  if (trip.kind === 'hotels') return rowWithPart(hotelKey(trip.hotel), stayKey({ source, hotel: trip.hotel }))
  return rowWithPart(itineraryKey(trip.flight.legs), fareKey({ source, flight: trip.flight }))
}

import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { partyOf } from '#runner/contract/capabilities/room-guests.ts'
import { hotelDefaults } from '#runner/contract/capabilities/search-defaults.ts'
import { type Usual, writeQuery } from '../write-query.ts'

/** Equal to the schema's defaults; a test compares the two. */
export const usualHotel: Usual<HotelSearch> = {
  place: undefined,
  lat: undefined,
  lon: undefined,
  radius_km: hotelDefaults.radius_km,
  check_in: undefined,
  check_out: undefined,
  adults: hotelDefaults.adults,
  rooms: hotelDefaults.rooms,
  child_ages: [],
  room_guests: undefined,
  currency: hotelDefaults.currency,
  stars: [],
  board: undefined,
  free_cancellation: false,
  price_min: undefined,
  price_max: undefined,
  max_results: hotelDefaults.max_results,
}

/** Rooms with different guests are listed, in place of the number of adults. */
export function writeHotelQuery(search: HotelSearch): string {
  const party = partyOf(search)
  return writeQuery(usualHotel, party.room_guests === undefined ? party : { ...party, adults: undefined })
}

import type { TextKey } from '#lib/platform/model/texts.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { hotelLimits, latitudes, longitudes } from '#runner/contract/capabilities/search-limits.ts'
import {
  createFieldSentences,
  type FieldMessages,
  type FieldReader,
  type FieldSentences,
  messages,
  within,
} from '../field-sentences.ts'

// Imports no library, because pages load it to show the errors of a URL.

type Key = TextKey<'stayFields'>

const ofDay = ['required', 'invalid', 'past', 'tooFar', 'twice'] as const

const fields: Readonly<Record<keyof HotelSearch, FieldMessages<Key>>> = {
  place: messages('place', ['required', 'invalid', 'unknown', 'beside', 'twice']),
  lat: messages('lat', ['required', 'invalid', 'twice'], within(latitudes)),
  lon: messages('lon', ['required', 'invalid', 'twice'], within(longitudes)),
  radius_km: messages('radius', ['invalid', 'twice'], within(hotelLimits.radius_km)),
  check_in: messages('checkIn', ofDay),
  check_out: messages('checkOut', [...ofDay, 'before', 'tooLong']),
  adults: messages('adults', ['invalid', 'together', 'twice'], within(hotelLimits.adults)),
  rooms: messages('rooms', ['invalid', 'twice'], within(hotelLimits.rooms)),
  child_ages: messages('ages', ['required', 'invalid', 'tooMany'], within(hotelLimits.child_age)),
  room_guests: messages('roomGuests', ['invalid', 'beside', 'together', 'tooMany']),
  currency: messages('currency', ['invalid', 'unknown', 'twice']),
  stars: messages('stars', ['invalid', 'repeated'], within(hotelLimits.stars)),
  board: messages('board', ['invalid', 'twice']),
  free_cancellation: messages('free', ['invalid', 'twice']),
  price_min: messages('priceMin', ['invalid', 'twice'], within(hotelLimits.price)),
  price_max: messages('priceMax', ['invalid', 'below', 'twice'], within(hotelLimits.price)),
  max_results: messages('results', ['invalid', 'twice'], within(hotelLimits.max_results)),
}

/** The errors of a search in the reader's language. */
export const hotelSentences = (reader: FieldReader<Key>): FieldSentences<keyof HotelSearch> =>
  createFieldSentences<keyof HotelSearch, Key>(fields, reader)

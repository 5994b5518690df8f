import type { TextKey } from '#lib/platform/model/texts.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { hotelLimits, type Limits, latitudes, longitudes } from '#runner/contract/capabilities/search-limits.ts'
import { createFieldSentences, type FieldMessages, type FieldReader, type FieldSentences } from '../field-sentences.ts'

// Imports no library, because pages load it to show the errors of a URL.

type Key = TextKey<'stayFields'>

const within = ([least, most]: Limits) => ({ least, most })

const messages: Readonly<Record<keyof HotelSearch, FieldMessages<Key>>> = {
  place: {
    keys: {
      required: 'placeRequired',
      invalid: 'placeInvalid',
      unknown: 'placeUnknown',
      beside: 'placeWithPoint',
      twice: 'placeTwice',
      change: 'placeChange',
    },
  },
  lat: {
    values: within(latitudes),
    keys: { required: 'latRequired', invalid: 'latInvalid', twice: 'latTwice', change: 'latChange' },
  },
  lon: {
    values: within(longitudes),
    keys: { required: 'lonRequired', invalid: 'lonInvalid', twice: 'lonTwice', change: 'lonChange' },
  },
  radius_km: {
    values: within(hotelLimits.radius_km),
    keys: { invalid: 'radiusInvalid', twice: 'radiusTwice', change: 'radiusChange' },
  },
  check_in: {
    keys: {
      required: 'checkInRequired',
      invalid: 'checkInInvalid',
      past: 'checkInPast',
      tooFar: 'checkInTooFar',
      twice: 'checkInTwice',
      change: 'checkInChange',
    },
  },
  check_out: {
    keys: {
      required: 'checkOutRequired',
      invalid: 'checkOutInvalid',
      past: 'checkOutPast',
      tooFar: 'checkOutTooFar',
      before: 'checkOutBefore',
      tooLong: 'checkOutTooLong',
      twice: 'checkOutTwice',
      change: 'checkOutChange',
    },
  },
  adults: {
    values: within(hotelLimits.adults),
    keys: { invalid: 'adultsInvalid', together: 'adultsTogether', twice: 'adultsTwice', change: 'adultsChange' },
  },
  rooms: {
    values: within(hotelLimits.rooms),
    keys: { invalid: 'roomsInvalid', twice: 'roomsTwice', change: 'roomsChange' },
  },
  child_ages: {
    values: within(hotelLimits.child_age),
    keys: { required: 'agesRequired', invalid: 'agesInvalid', tooMany: 'agesTooMany', change: 'agesChange' },
  },
  currency: {
    keys: {
      invalid: 'currencyInvalid',
      unknown: 'currencyUnknown',
      twice: 'currencyTwice',
      change: 'currencyChange',
    },
  },
  stars: {
    values: within(hotelLimits.stars),
    keys: { invalid: 'starsInvalid', repeated: 'starsRepeated', change: 'starsChange' },
  },
  board: { keys: { invalid: 'boardInvalid', twice: 'boardTwice', change: 'boardChange' } },
  free_cancellation: { keys: { invalid: 'freeInvalid', twice: 'freeTwice', change: 'freeChange' } },
  price_min: {
    values: within(hotelLimits.price),
    keys: { invalid: 'priceMinInvalid', twice: 'priceMinTwice', change: 'priceMinChange' },
  },
  price_max: {
    values: within(hotelLimits.price),
    keys: {
      invalid: 'priceMaxInvalid',
      below: 'priceMaxBelow',
      twice: 'priceMaxTwice',
      change: 'priceMaxChange',
    },
  },
  max_results: {
    values: within(hotelLimits.max_results),
    keys: { invalid: 'resultsInvalid', twice: 'resultsTwice', change: 'resultsChange' },
  },
}

/** The errors of a search in the reader's language. */
export const hotelSentences = (reader: FieldReader<Key>): FieldSentences<keyof HotelSearch> =>
  createFieldSentences<keyof HotelSearch, Key>(messages, reader)

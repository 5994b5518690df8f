import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { isRequired } from '#runner/contract/input-phrases.ts'
import { createFieldSentences } from '../field-sentences.ts'

/** Imports no library, because pages load it to show the errors of a URL. */
export const hotelSentences = createFieldSentences<keyof HotelSearch>(
  {
    place: 'Place',
    lat: 'Latitude',
    lon: 'Longitude',
    radius_km: 'Radius in km',
    check_in: 'Check-in',
    check_out: 'Check-out',
    adults: 'Adults',
    rooms: 'Rooms',
    child_ages: 'Children',
    currency: 'Currency',
    stars: 'Stars',
    board: 'Board',
    free_cancellation: 'Free cancellation',
    price_min: 'Lowest price',
    price_max: 'Highest price',
    max_results: 'Number of results',
  },
  {
    place: {
      'is required, unless lat and lon are given': 'Choose where you stay.',
      'cannot be given together with lat and lon':
        'Place cannot stand beside a latitude and longitude: choose a place.',
    },
    lat: { 'is required with lon': 'Latitude is missing beside the longitude: choose a place.' },
    lon: { 'is required with lat': 'Longitude is missing beside the latitude: choose a place.' },
    check_in: { [isRequired]: 'Choose a check-in date.' },
    check_out: { [isRequired]: 'Choose a check-out date.' },
    child_ages: {
      'needs the age of each child': 'Choose the age of each child.',
      'cannot be negative': 'The age of a child cannot be negative.',
      'must be at most 17': 'The age of a child must be at most 17.',
    },
    price_max: { 'is below price_min': 'Highest price is below the lowest price.' },
  },
)

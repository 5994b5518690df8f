import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { isRequired } from '#runner/contract/input-words.ts'
import { createFieldSentences } from '../field-sentences.ts'

/** Imports no library, because pages load it to show the errors of a URL. */
export const hotelSentences = createFieldSentences<keyof HotelSearch>(
  {
    place: 'Where',
    lat: 'Latitude',
    lon: 'Longitude',
    radius_km: 'Radius',
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
    max_results: 'Results',
  },
  {
    place: { 'is required, unless lat and lon are given': 'Choose where you stay.' },
    check_in: { [isRequired]: 'Choose a check-in date.' },
    check_out: { [isRequired]: 'Choose a check-out date.' },
    child_ages: { 'needs the age of each child': 'Choose the age of each child.' },
    price_max: { 'is below price_min': 'Highest price is below the lowest price.' },
  },
)

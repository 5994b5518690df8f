import { isRequired } from '#runner/contract/input-words.ts'
import { checkHotelDays, checkHotelSearch, type HotelField, writeHotelQuery } from '../travel/hotels/hotel-query.ts'
import { createFieldSentences, type Resolved, resolveForm } from './field-sentences.ts'
import type { HotelFormValues } from './hotel-form.ts'

export type ResolvedHotelSearch = Resolved<HotelField>

export const hotelSentences = createFieldSentences<HotelField>(
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
    place: { 'is required, or lat and lon': 'Choose a city or an airport.' },
    check_in: { [isRequired]: 'Choose a check-in date.' },
    check_out: { [isRequired]: 'Choose a check-out date.' },
    child_ages: { 'needs the age of each child': 'Choose the age of each child.' },
    price_max: { 'is below price_min': 'Highest price is below the lowest price.' },
  },
)

/** Checks the form with the contract's schema, and its dates against `today`. */
export function resolveHotelSearch({ lat, lon, ...values }: HotelFormValues, today: string): ResolvedHotelSearch {
  const isArea = values.place === '' && lat !== null && lon !== null
  const checked = checkHotelSearch({
    ...values,
    place: values.place === '' ? undefined : values.place,
    ...(isArea ? { lat, lon } : { radius_km: undefined }),
  })
  const days = checkHotelDays(checked.ok ? checked.search : checked.partial, today)
  return resolveForm(checked, days, hotelSentences, writeHotelQuery)
}

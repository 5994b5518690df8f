import {
  checkHotelDates,
  checkHotelSearch,
  type HotelField,
  type HotelFieldErrors,
  writeHotelQuery,
} from '../travel/hotels/hotel-query.ts'
import type { HotelFormValues } from './hotel-form.ts'

export type ResolvedHotelSearch = { ok: true; query: string } | { ok: false; errors: HotelFieldErrors }

const labels: Record<HotelField, string> = {
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
}

/** What reads better than a label and a phrase. */
const sentences: Partial<Record<HotelField, Record<string, string>>> = {
  place: { 'is missing': 'Choose a city or an airport.' },
  check_in: { 'is missing': 'Choose a check-in date.' },
  check_out: { 'is missing': 'Choose a check-out date.' },
  child_ages: { 'needs the age of each child': 'Choose the age of each child.' },
  price_max: { 'is below price_min': 'Highest price is below the lowest price.' },
}

/** Checks the form with the contract's schema, and its dates against `today`. */
export function resolveHotelSearch({ lat, lon, ...values }: HotelFormValues, today: string): ResolvedHotelSearch {
  const isArea = values.place === '' && lat !== null && lon !== null
  const checked = checkHotelSearch({
    ...values,
    place: values.place === '' ? undefined : values.place,
    ...(isArea ? { lat, lon } : { radius_km: undefined }),
    check_in: values.check_in === '' ? undefined : values.check_in,
    check_out: values.check_out === '' ? undefined : values.check_out,
  })
  const dates = values.check_in && values.check_out ? checkHotelDates(values.check_in, values.check_out, today) : {}
  const phrases = checked.ok ? dates : { ...dates, ...checked.errors }
  const entries = Object.entries(phrases).flatMap(([name, phrase]) =>
    isHotelField(name) && phrase ? [[name, hotelFieldSentence(name, phrase)] as const] : [],
  )
  if (!checked.ok || entries.length > 0) return { ok: false, errors: Object.fromEntries(entries) }
  return { ok: true, query: writeHotelQuery(checked.search) }
}

/** A field's error as a sentence: "Rooms must be at most 9." */
export function hotelFieldSentence(name: HotelField, phrase: string): string {
  const known = sentences[name]?.[phrase]
  if (known) return known
  const startsLikeVerb = /^(is|are|cannot|must|needs)\b/.test(phrase)
  const text = startsLikeVerb ? `${labels[name]} ${phrase}` : phrase.charAt(0).toUpperCase() + phrase.slice(1)
  return text.endsWith('.') ? text : `${text}.`
}

/** The errors of fields as sentences; a field that the form has not is named as it is. */
export function hotelFieldSentences(problems: Record<string, string>): string[] {
  return Object.entries(problems).map(([field, phrase]) =>
    isHotelField(field) ? hotelFieldSentence(field, phrase) : `${field} ${phrase}.`,
  )
}

export function isHotelField(name: string): name is HotelField {
  return Object.hasOwn(labels, name)
}

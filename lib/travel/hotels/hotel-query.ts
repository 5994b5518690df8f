import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { MAX_DAYS_AHEAD } from '../calendar-bounds.ts'
import { type CheckedFields, checkFields } from '../check-fields.ts'
import { addDays } from '../offset-time.ts'
import { readTexts, refuseTwice } from '../query-texts.ts'

/** The names of a hotel search in an address, in the order in which they are written. */
const names = [
  'place',
  'lat',
  'lon',
  'radius_km',
  'check_in',
  'check_out',
  'adults',
  'rooms',
  'child_ages',
  'currency',
  'stars',
  'board',
  'free_cancellation',
  'price_min',
  'price_max',
  'max_results',
] as const

export type HotelField = (typeof names)[number]

/** What is wrong with each field: a phrase that follows the field's name ("is in the past"). */
export type HotelFieldErrors = Partial<Record<HotelField, string>>

export type HotelQuery = CheckedFields<HotelSearch, HotelField>

/** Reads a search from an address. Other names are left alone. */
export function readHotelQuery(query: URLSearchParams): HotelQuery {
  const { texts, twice } = readTexts(query, names, ['child_ages', 'stars'])
  const values: Partial<Record<HotelField, unknown>> = {}
  for (const [name, text] of texts) values[name] = readValue(name, text)
  return refuseTwice(checkHotelSearch(values), twice)
}

/** Checks values of any origin (an address, a form) with the contract's schema, and says per field what is wrong. */
export function checkHotelSearch(values: Partial<Record<HotelField, unknown>>): HotelQuery {
  const checked = checkFields(HotelSearch, names, values)
  const isSomewhere = values.place !== undefined || values.lat !== undefined || values.lon !== undefined
  if (checked.ok || isSomewhere) return checked
  // A rule between fields, which the schema asks only once all fields are right.
  return { ...checked, errors: { ...checked.errors, place: 'is missing' } }
}

/** The address of a search: readable, defaults left out, always the same text for the same search. */
export function writeHotelQuery(search: HotelSearch): string {
  const query = new URLSearchParams()
  const defaults = HotelSearch.parse({ place: 'AAA', check_in: '2000-01-01', check_out: '2000-01-02' })
  for (const name of names) {
    const value = search[name]
    if (value === undefined) continue
    const always = name === 'place' || name === 'check_in' || name === 'check_out' || name === 'adults'
    if (always || String(value) !== String(defaults[name])) query.set(name, String(value))
  }
  return query.toString()
}

/** What is wrong with dates on the day `today`; empty when nothing is. */
export function checkHotelDates(checkIn: string, checkOut: string, today: string): HotelFieldErrors {
  const errors: HotelFieldErrors = {}
  if (checkIn < today) errors.check_in = 'is in the past'
  if (checkOut > addDays(today, MAX_DAYS_AHEAD)) errors.check_out = 'is more than a year ahead'
  return errors
}

function readValue(name: HotelField, text: string): unknown {
  switch (name) {
    case 'place':
    case 'currency':
      return text.toUpperCase()
    case 'child_ages':
    case 'stars':
      return text.split(',').map((part) => readWhole(part.trim()))
    case 'free_cancellation':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text
    case 'lat':
    case 'lon':
      return /^-?\d{1,3}(\.\d{1,15})?$/.test(text) ? Number(text) : text
    case 'check_in':
    case 'check_out':
    case 'board':
      return text
    case 'radius_km':
    case 'adults':
    case 'rooms':
    case 'price_min':
    case 'price_max':
    case 'max_results':
      return readWhole(text)
  }
}

function readWhole(text: string): unknown {
  return /^-?\d{1,7}$/.test(text) ? Number(text) : text
}

import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { MAX_DAYS_AHEAD } from './calendar-bounds.ts'
import { type CheckedFields, checkFields } from './check-fields.ts'
import { addDays } from './offset-time.ts'
import { readTexts, refuseTwice } from './query-texts.ts'

/** The names of a flight search in an address, in the order in which they are written. */
const names = [
  'origin',
  'destination',
  'date',
  'return_date',
  'adults',
  'children',
  'infants',
  'cabin',
  'non_stop',
  'currency',
  'max_results',
] as const

export type FlightField = (typeof names)[number]

/** What is wrong with each field: a phrase that follows the field's name ("is before the departure"). */
export type FlightFieldErrors = Partial<Record<FlightField, string>>

export type FlightQuery = CheckedFields<FlightSearch, FlightField>

/** Reads a search from an address. Other names are left alone. */
export function readFlightQuery(query: URLSearchParams): FlightQuery {
  const { texts, twice } = readTexts(query, names)
  const values: Partial<Record<FlightField, unknown>> = {}
  for (const [name, text] of texts) values[name] = readValue(name, text)
  return refuseTwice(checkFlightSearch(values), twice)
}

/** Checks values of any origin (an address, a form) with the contract's schema, and says per field what is wrong. */
export function checkFlightSearch(values: Partial<Record<FlightField, unknown>>): FlightQuery {
  return checkFields(FlightSearch, names, values)
}

/** The address of a search: readable, defaults left out, always the same text for the same search. */
export function writeFlightQuery(search: FlightSearch): string {
  const query = new URLSearchParams()
  const defaults = FlightSearch.parse({ origin: 'AAA', destination: 'BBB', date: '2000-01-01' })
  for (const name of names) {
    const value = search[name]
    const always = name === 'origin' || name === 'destination' || name === 'date' || name === 'adults'
    if (always || value !== defaults[name]) query.set(name, String(value))
  }
  return query.toString()
}

/** What is wrong with dates on the day `today`; empty when nothing is. */
export function checkFlightDates(date: string, returnDate: string | null, today: string): FlightFieldErrors {
  const errors: FlightFieldErrors = {}
  const last = addDays(today, MAX_DAYS_AHEAD)
  if (date < today) errors.date = 'is in the past'
  else if (date > last) errors.date = 'is more than a year ahead'
  if (returnDate !== null && returnDate > last) errors.return_date = 'is more than a year ahead'
  return errors
}

function readValue(name: FlightField, text: string): unknown {
  if (name === 'origin' || name === 'destination' || name === 'currency') return text.toUpperCase()
  if (name === 'non_stop')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text
  const isCount = name === 'adults' || name === 'children' || name === 'infants' || name === 'max_results'
  return isCount && /^-?\d{1,6}$/.test(text) ? Number(text) : text
}

import { checkFlightDates, checkFlightSearch, type FlightField, writeFlightQuery } from '../travel/flight-query.ts'
import type { SearchFormValues } from './search-form.ts'

export type ResolvedSearch = { ok: true; query: string } | { ok: false; errors: Partial<Record<FlightField, string>> }

const labels: Record<FlightField, string> = {
  origin: 'Origin',
  destination: 'Destination',
  date: 'Departure',
  return_date: 'Return',
  adults: 'Adults',
  children: 'Children',
  infants: 'Infants',
  cabin: 'Cabin',
  non_stop: 'Nonstop',
  currency: 'Currency',
  max_results: 'Results',
}

const missing: Partial<Record<FlightField, string>> = {
  origin: 'Choose where you fly from.',
  destination: 'Choose where you fly to.',
  date: 'Choose a date.',
  return_date: 'Choose a return date.',
}

/** Checks the form with the contract's schema, and its dates against `today`. */
export function resolveSearch({ trip, ...values }: SearchFormValues, today: string): ResolvedSearch {
  const return_date = trip === 'round' ? values.return_date : null
  const checked = checkFlightSearch({ ...values, return_date })
  const phrases = checked.ok ? checkFlightDates(checked.search.date, checked.search.return_date, today) : checked.errors
  const names = Object.keys(labels).filter(isFlightField)
  const errors: Partial<Record<FlightField, string>> = {}
  for (const name of names) {
    const phrase = phrases[name]
    if (phrase) errors[name] = fieldSentence(name, phrase)
  }
  if (!checked.ok || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, query: writeFlightQuery(checked.search) }
}

/** A field's error as a sentence: "Return is before the departure." */
export function fieldSentence(name: FlightField, phrase: string): string {
  if (phrase === 'is missing' && missing[name]) return missing[name]
  const startsLikeVerb = /^(is|are|cannot|must)\b/.test(phrase)
  const text = startsLikeVerb ? `${labels[name]} ${phrase}` : phrase.charAt(0).toUpperCase() + phrase.slice(1)
  return text.endsWith('.') ? text : `${text}.`
}

/** The errors of fields as sentences; a field that the form has not is named as it is. */
export function fieldSentences(problems: Record<string, string>): string[] {
  return Object.entries(problems).map(([field, phrase]) =>
    isFlightField(field) ? fieldSentence(field, phrase) : `${field} ${phrase}.`,
  )
}

export function isFlightField(name: string): name is FlightField {
  return Object.hasOwn(labels, name)
}

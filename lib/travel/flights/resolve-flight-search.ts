import { type Resolved, resolveForm } from '../field-sentences.ts'
import type { FlightFormValues } from './flight-form.ts'
import { checkFlightDays, checkFlightSearch, type FlightField } from './flight-query.ts'
import { flightSentences } from './flight-sentences.ts'
import { writeFlightQuery } from './write-flight-query.ts'

export type ResolvedSearch = Resolved<FlightField>

/** Validates the form with the contract's schema and its dates against `today`. */
export function resolveSearch({ trip, ...values }: FlightFormValues, today: string): ResolvedSearch {
  const checked = checkFlightSearch({ ...values, return_date: trip === 'round' ? values.return_date : null })
  const days = checkFlightDays(checked.ok ? checked.search : checked.partial, today)
  return resolveForm(checked, days, flightSentences, writeFlightQuery)
}

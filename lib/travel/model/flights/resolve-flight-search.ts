import { writeSlice } from '#runner/contract/capabilities/slice-text.ts'
import { todayFor } from '../calendar-bounds.ts'
import { type FieldSentences, type Resolved, resolveForm } from '../field-sentences.ts'
import type { FlightFormValues } from './flight-form.ts'
import { checkFlightDays, checkFlightSearch, type FlightField } from './flight-query.ts'
import { writeFlightQuery } from './write-flight-query.ts'

/** Validates the form with the contract's schema, and its dates at the time `now`. `sentences` gives the text of each error. */
export function resolveSearch(
  { trip, onward, ...values }: FlightFormValues,
  now: Date,
  sentences: FieldSentences<FlightField>,
): Resolved<FlightField> {
  const checked = checkFlightSearch({
    ...values,
    return_date: trip === 'round' ? values.return_date : null,
    ...(trip === 'multi' && { onward: onward.map(writeSlice) }),
  })
  const days = checkFlightDays(checked.ok ? checked.search : checked.partial, todayFor(values.date, now))
  return resolveForm(checked, days, sentences, writeFlightQuery)
}

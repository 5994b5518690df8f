import { isRequired } from '#runner/contract/input-words.ts'
import { checkFlightDays, checkFlightSearch, type FlightField, writeFlightQuery } from '../travel/flight-query.ts'
import { createFieldSentences, type Resolved, resolveForm } from './field-sentences.ts'
import type { SearchFormValues } from './search-form.ts'

export type ResolvedSearch = Resolved<FlightField>

export const flightSentences = createFieldSentences<FlightField>(
  {
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
  },
  {
    origin: { [isRequired]: 'Choose where you fly from.' },
    destination: { [isRequired]: 'Choose where you fly to.' },
    date: { [isRequired]: 'Choose a date.' },
    return_date: { [isRequired]: 'Choose a return date.' },
  },
)

/** Checks the form with the contract's schema, and its dates against `today`. */
export function resolveSearch({ trip, ...values }: SearchFormValues, today: string): ResolvedSearch {
  const checked = checkFlightSearch({ ...values, return_date: trip === 'round' ? values.return_date : null })
  const days = checkFlightDays(checked.ok ? checked.search : checked.partial, today)
  return resolveForm(checked, days, flightSentences, writeFlightQuery)
}

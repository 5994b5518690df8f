import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { isRequired } from '#runner/contract/input-words.ts'
import { createFieldSentences } from '../field-sentences.ts'

/** Imports no library, because pages load it to show the errors of a URL. */
export const flightSentences = createFieldSentences<keyof FlightSearch>(
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
    max_results: 'Number of results',
  },
  {
    origin: { [isRequired]: 'Choose where you fly from.' },
    destination: { [isRequired]: 'Choose where you fly to.' },
    date: { [isRequired]: 'Choose a date.' },
    return_date: { [isRequired]: 'Choose a return date.' },
  },
)

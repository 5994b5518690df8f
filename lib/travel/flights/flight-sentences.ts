import { mostSlices } from '#runner/contract/capabilities/slice-text.ts'
import { isRequired } from '#runner/contract/input-phrases.ts'
import { createFieldSentences, type FieldSentences } from '../field-sentences.ts'
import { mapNames } from '../map-names.ts'
import type { TripType } from './flight-form.ts'
import type { FlightField } from './flight-query.ts'
import { type OnwardField, onwardFields, type SliceField } from './onward-fields.ts'

// Imports no library, because pages load it to show the errors of a URL.

const onwardLabels = mapNames(onwardFields, (name) => `Flight ${numberOf(name)}: ${fieldOf(name)}`)
const onwardWords = mapNames(onwardFields, (name) => sliceWords(numberOf(name), fieldOf(name)))
const isTooLong = `must name at most ${mostSlices - 1} flights`

const rest = {
  return_date: 'Return',
  onward: 'Further flights',
  ...onwardLabels,
  adults: 'Adults',
  children: 'Children',
  infants: 'Infants',
  cabin: 'Cabin',
  non_stop: 'Nonstop',
  currency: 'Currency',
  max_results: 'Number of results',
}

const simpleSentences = createFieldSentences<FlightField>(
  { origin: 'Origin', destination: 'Destination', date: 'Departure', ...rest },
  {
    origin: { [isRequired]: 'Choose where you fly from.' },
    destination: { [isRequired]: 'Choose where you fly to.' },
    date: { [isRequired]: 'Choose a date.' },
    return_date: { [isRequired]: 'Choose a return date.' },
  },
)

const multiCitySentences = createFieldSentences<FlightField>(
  { origin: 'Flight 1: origin', destination: 'Flight 1: destination', date: 'Flight 1: date', ...rest },
  {
    origin: sliceWords(1, 'origin'),
    destination: sliceWords(1, 'destination'),
    date: sliceWords(1, 'date'),
    return_date: { 'cannot be given together with onward': 'A multi-city trip has no return date: add a flight.' },
    onward: { [isTooLong]: `A trip has at most ${mostSlices} flights: remove one.` },
    ...onwardWords,
  },
)

/** The errors of a search in words. Those of a multi-city trip name the flight. */
export function flightSentences(trip: TripType): FieldSentences<FlightField> {
  return trip === 'multi' ? multiCitySentences : simpleSentences
}

function sliceWords(number: number, field: SliceField): Readonly<Record<string, string>> {
  const what = { origin: 'where you fly from', destination: 'where you fly to', date: 'a date' }[field]
  return {
    [isRequired]: `Flight ${number}: choose ${what}.`,
    'is the same as the origin': `Flight ${number}: choose a destination other than the origin.`,
  }
}

function numberOf(name: OnwardField): number {
  return Number(name.split('.')[1]) + 2
}

function fieldOf(name: OnwardField): SliceField {
  return name.endsWith('.origin') ? 'origin' : name.endsWith('.date') ? 'date' : 'destination'
}

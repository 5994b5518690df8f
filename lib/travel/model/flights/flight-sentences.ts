import type { TextKey } from '#lib/platform/model/texts.ts'
import { flightLimits } from '#runner/contract/capabilities/search-limits.ts'
import { maxSlices } from '#runner/contract/capabilities/slice-text.ts'
import {
  createFieldSentences,
  type FieldMessages,
  type FieldReader,
  type FieldSentences,
  messages,
  within,
} from '../field-sentences.ts'
import { mapNames } from '../map-names.ts'
import type { TripType } from './flight-form.ts'
import type { FlightField } from './flight-query.ts'
import { type OnwardField, onwardFields, type SliceField } from './onward-fields.ts'

// Imports no library, because pages load it to show the errors of a URL.

type Key = TextKey<'flightFields'>
type Messages<Name extends string> = Readonly<Record<Name, FieldMessages<Key>>>

const ofPlace = ['required', 'invalid', 'unknown', 'twice'] as const
const ofDay = ['required', 'invalid', 'past', 'tooFar', 'twice'] as const

const simpleTrip: Messages<SliceField> = {
  origin: messages('origin', ofPlace),
  destination: messages('destination', [...ofPlace, 'same', 'sameCity']),
  date: messages('date', ofDay),
}

/** The messages of one flight of a multi-city trip, which name its number. */
const sliceMessages = (number: number): Messages<SliceField> => ({
  origin: messages('sliceOrigin', ofPlace, { number }),
  destination: messages('sliceDestination', [...ofPlace, 'same', 'sameCity'], { number }),
  date: messages('sliceDate', [...ofDay, 'before'], { number }),
})

const rest: Messages<Exclude<FlightField, SliceField>> = {
  return_date: messages('return', [...ofDay, 'before', 'beside']),
  onward: messages('onward', ['tooFew', 'tooMany'], { most: maxSlices }),
  ...mapNames(onwardFields, (name) => sliceMessages(numberOf(name))[fieldOf(name)]),
  adults: messages('adults', ['invalid', 'together', 'twice'], within(flightLimits.adults)),
  children: messages('children', ['invalid', 'twice'], within(flightLimits.children)),
  infants: messages('infants', ['invalid', 'tooMany', 'twice'], within(flightLimits.infants)),
  cabin: messages('cabin', ['invalid', 'twice']),
  non_stop: messages('nonstop', ['invalid', 'twice']),
  currency: messages('currency', ['invalid', 'unknown', 'twice']),
  max_results: messages('results', ['invalid', 'twice'], within(flightLimits.max_results)),
}

const simpleMessages: Messages<FlightField> = { ...simpleTrip, ...rest }
const multiCityMessages: Messages<FlightField> = { ...sliceMessages(1), ...rest }

/** The errors of a search in the reader's language. Those of a multi-city trip name the flight. */
export function flightSentences(trip: TripType, reader: FieldReader<Key>): FieldSentences<FlightField> {
  return createFieldSentences<FlightField, Key>(trip === 'multi' ? multiCityMessages : simpleMessages, reader)
}

function numberOf(name: OnwardField): number {
  return Number(name.split('.')[1]) + 2
}

function fieldOf(name: OnwardField): SliceField {
  return name.endsWith('.origin') ? 'origin' : name.endsWith('.date') ? 'date' : 'destination'
}

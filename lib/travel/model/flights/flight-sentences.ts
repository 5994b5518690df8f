import type { TextKey } from '#lib/platform/model/texts.ts'
import { flightLimits, type Limits } from '#runner/contract/capabilities/search-limits.ts'
import { mostSlices } from '#runner/contract/capabilities/slice-text.ts'
import { createFieldSentences, type FieldMessages, type FieldReader, type FieldSentences } from '../field-sentences.ts'
import { mapNames } from '../map-names.ts'
import type { TripType } from './flight-form.ts'
import type { FlightField } from './flight-query.ts'
import { type OnwardField, onwardFields, type SliceField } from './onward-fields.ts'

// Imports no library, because pages load it to show the errors of a URL.

type Key = TextKey<'flightFields'>
type Messages = FieldMessages<Key>

const within = ([least, most]: Limits) => ({ least, most })

const simpleTrip: Readonly<Record<SliceField, Messages>> = {
  origin: {
    keys: {
      required: 'originRequired',
      invalid: 'originInvalid',
      unknown: 'originUnknown',
      twice: 'originTwice',
      change: 'originChange',
    },
  },
  destination: {
    keys: {
      required: 'destinationRequired',
      invalid: 'destinationInvalid',
      unknown: 'destinationUnknown',
      same: 'destinationSame',
      sameCity: 'destinationSameCity',
      twice: 'destinationTwice',
      change: 'destinationChange',
    },
  },
  date: {
    keys: {
      required: 'dateRequired',
      invalid: 'dateInvalid',
      past: 'datePast',
      tooFar: 'dateTooFar',
      twice: 'dateTwice',
      change: 'dateChange',
    },
  },
}

/** The messages of one flight of a multi-city trip, which name its number. */
function sliceMessages(number: number): Readonly<Record<SliceField, Messages>> {
  const values = { number }
  return {
    origin: {
      values,
      keys: {
        required: 'sliceOriginRequired',
        invalid: 'sliceOriginInvalid',
        unknown: 'sliceOriginUnknown',
        twice: 'sliceOriginTwice',
        change: 'sliceOriginChange',
      },
    },
    destination: {
      values,
      keys: {
        required: 'sliceDestinationRequired',
        invalid: 'sliceDestinationInvalid',
        unknown: 'sliceDestinationUnknown',
        same: 'sliceDestinationSame',
        sameCity: 'sliceDestinationSameCity',
        twice: 'sliceDestinationTwice',
        change: 'sliceDestinationChange',
      },
    },
    date: {
      values,
      keys: {
        required: 'sliceDateRequired',
        invalid: 'sliceDateInvalid',
        past: 'sliceDatePast',
        tooFar: 'sliceDateTooFar',
        before: 'sliceDateBefore',
        twice: 'sliceDateTwice',
        change: 'sliceDateChange',
      },
    },
  }
}

const onwardMessages = mapNames(onwardFields, (name) => sliceMessages(numberOf(name))[fieldOf(name)])

const rest = {
  return_date: {
    keys: {
      required: 'returnRequired',
      invalid: 'returnInvalid',
      past: 'returnPast',
      tooFar: 'returnTooFar',
      before: 'returnBefore',
      beside: 'returnWithOnward',
      twice: 'returnTwice',
      change: 'returnChange',
    },
  },
  onward: {
    values: { most: mostSlices },
    keys: { tooFew: 'onwardTooFew', tooMany: 'onwardTooMany', change: 'onwardChange' },
  },
  ...onwardMessages,
  adults: {
    values: within(flightLimits.adults),
    keys: { invalid: 'adultsInvalid', together: 'adultsTogether', twice: 'adultsTwice', change: 'adultsChange' },
  },
  children: {
    values: within(flightLimits.children),
    keys: { invalid: 'childrenInvalid', twice: 'childrenTwice', change: 'childrenChange' },
  },
  infants: {
    values: within(flightLimits.infants),
    keys: { invalid: 'infantsInvalid', tooMany: 'infantsTooMany', twice: 'infantsTwice', change: 'infantsChange' },
  },
  cabin: { keys: { invalid: 'cabinInvalid', twice: 'cabinTwice', change: 'cabinChange' } },
  non_stop: { keys: { invalid: 'nonstopInvalid', twice: 'nonstopTwice', change: 'nonstopChange' } },
  currency: {
    keys: {
      invalid: 'currencyInvalid',
      unknown: 'currencyUnknown',
      twice: 'currencyTwice',
      change: 'currencyChange',
    },
  },
  max_results: {
    values: within(flightLimits.max_results),
    keys: { invalid: 'resultsInvalid', twice: 'resultsTwice', change: 'resultsChange' },
  },
} as const satisfies Readonly<Record<Exclude<FlightField, SliceField>, Messages>>

const simpleMessages: Readonly<Record<FlightField, Messages>> = { ...simpleTrip, ...rest }
const multiCityMessages: Readonly<Record<FlightField, Messages>> = { ...sliceMessages(1), ...rest }

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

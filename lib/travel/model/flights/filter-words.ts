import { hasTwelveHours } from '#lib/platform/model/clock.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import { allianceNames } from '../alliances.ts'
import { writeClock } from '../format.ts'
import { nameIn } from '../map-names.ts'
import { priceWriter } from '../money.ts'
import type { PlaceNames } from '../place-names.ts'
import type { Bounds } from '../results/bounds.ts'
import { choice, type FilterWords, priceFilter, type RangeWords } from '../results/filter-words.ts'
import { type FlightFilterNames, type TimeName, timeNames, timePlace } from './filters.ts'
import type { FlightFacts } from './flight-facts.ts'
import type { FlightWords } from './flight-words.ts'
import { airlineName } from './words.ts'

/** The list, its search and its reader, as far as the words for filters need them. */
export interface FlightFilterContext {
  currency: string
  words: FlightWords
  results: Texts<'results'>
  /** The flights of the search in order, and whether it is a multi-city trip. */
  slices: readonly { origin: string; destination: string }[]
  isMulti: boolean
  placeNames: PlaceNames
  facts: Pick<FlightFacts, 'reference' | 'price' | 'minutes' | 'directions' | 'carrierNames'>
}

/** The bounds of a time slider: one day, in steps of 30 minutes. */
const dayBounds: Bounds = { min: 0, max: 24 * 60, step: 30 }

/** The height and the number of the bars above a track. */
const small = { bars: 24, barHeight: 22 }

export function flightFilterWords(context: FlightFilterContext): FilterWords<FlightFilterNames> {
  const { currency, words, results, placeNames, facts } = context
  const { t, duration, locale } = words
  const { price, minutes, carrierNames } = facts
  const more = t('moreFilters')
  // A code that the list does not have comes from a link.
  const airlineLabel = (code: string) => {
    const name = nameIn(carrierNames, code)
    return name === undefined ? code : airlineName({ code, name }, t)
  }
  return {
    write: priceWriter([facts.reference.lowestPrice], currency, locale),
    groups: [
      choice('stops', t('stopsTitle'), {
        labelOf: (value) => (value === '2' ? t('twoOrMore') : t('stops', { count: Number(value) })),
        inSentence: (value) => (value === '2' ? t('twoOrMore') : t('stopsInSentence', { count: Number(value) })),
        rank: Number,
      }),
      choice('airlines', t('airlines'), { labelOf: airlineLabel, hasNone: true }),
      ...timeNames.map((name) => timeFilter(name, context)),
      choice('via', t('layoverAirports'), {
        labelOf: (code) => [nameIn(placeNames, code), code].filter(Boolean).join(' '),
        hasNone: true,
        fold: t('layoverAirports'),
      }),
      {
        kind: 'range',
        name: 'minutes',
        fold: t('duration'),
        title: t('timePerDirection'),
        bounds: minutes,
        ends: { from: t('shortest'), to: t('longest') },
        ...small,
        isUpper: true,
        write: duration,
        above: (time) => t('atLeast', { time }),
        below: (time) => t('atMost', { time }),
      },
      priceFilter({ bounds: price, currency, locale, bars: 19, barHeight: 44, fold: results('totalPrice') }, results),
      choice('alliances', t('alliances'), {
        labelOf: (value) => nameIn(allianceNames, value) ?? t('noAlliance'),
        least: 2,
        fold: more,
      }),
      choice('nights', t('overnight'), {
        labelOf: (value) => t(value === 'flight' ? 'overnightFlight' : 'overnightLayover'),
        inSentence: (value) => t(value === 'flight' ? 'overnightFlightInSentence' : 'overnightLayoverInSentence'),
        rank: (value) => (value === 'flight' ? 0 : 1),
        fold: more,
      }),
      {
        kind: 'flags',
        title: t('bags'),
        fold: more,
        flags: [
          { name: 'checkedBag', label: t('checkedBagIncluded') },
          { name: 'cabinBag', label: t('cabinBagIncluded') },
        ],
      },
      {
        kind: 'flags',
        title: t('tickets'),
        fold: more,
        flags: [
          { name: 'airlineOnly', label: t('airlineOnly') },
          { name: 'separateTickets', label: t('separateTickets'), whenOff: t('oneTicket') },
        ],
      },
    ],
  }
}

function timeFilter(name: TimeName, { slices, isMulti, words, facts }: FlightFilterContext): RangeWords<TimeName> {
  const { t } = words
  const { flight } = timePlace(name)
  const title = timeTitle(name, slices, isMulti, t)
  return {
    kind: 'range',
    name,
    title,
    fold: t('times'),
    bounds: flight < facts.directions ? dayBounds : undefined,
    ends: { from: t('earliest'), to: t('latest') },
    ...small,
    write: (minutes) => clockText(minutes, words),
    above: (time) => t('timeFrom', { title, time }),
    below: (time) => t('timeUntil', { title, time }),
    between: (range) => t('timeBetween', { title, range }),
  }
}

/** "Departure from AMS". In a multi-city trip, the title also names the flight. */
function timeTitle(
  name: TimeName,
  slices: FlightFilterContext['slices'],
  isMulti: boolean,
  t: Texts<'flights'>,
): string {
  const { flight, end } = timePlace(name)
  const { origin = '', destination = '' } = slices[flight] ?? {}
  const number = flight + 1
  if (end === 'departure') {
    return isMulti ? t('flightDepartureFrom', { number, airport: origin }) : t('departureFrom', { airport: origin })
  }
  return isMulti ? t('flightArrivalAt', { number, airport: destination }) : t('arrivalAt', { airport: destination })
}

/** A time of day on a slider. The end of the day differs from its start: 24:00, or "midnight" on a 12-hour clock. */
function clockText(minutes: number, { t, locale }: Pick<FlightWords, 't' | 'locale'>): string {
  if (minutes < 24 * 60) return writeClock(minutes * 60_000, locale, 'UTC')
  return hasTwelveHours(locale) ? t('midnight') : '24:00'
}

import { dateTimeFormat } from '#lib/platform/model/formatters.ts'
import type { TextKey, Texts } from '#lib/platform/model/texts.ts'
import { nameIn } from '../results/filter-words.ts'
import { type Alliance, allianceNames } from './alliances.ts'
import { type FlightChoiceName, type TimeName, timePlace } from './filters.ts'
import type { FlightWords } from './flight-words.ts'

/** Facts about the list and its reader, needed to describe filters in words. */
export interface FlightFilterContext {
  locale: string
  currency: string
  words: FlightWords
  results: Texts<'results'>
  /** The flights of the search in order, and whether it is a multi-city trip. */
  slices: readonly { origin: string; destination: string }[]
  isMulti: boolean
  carrierNames: Record<string, string>
  placeNames: Record<string, string>
}

const nightKeys = { flight: 'overnightFlight', wait: 'overnightLayover' } as const

/** The name of one option. */
export function flightOptionName(
  name: FlightChoiceName,
  value: string,
  { carrierNames, placeNames, words: { t } }: FlightFilterContext,
): string {
  switch (name) {
    case 'stops':
      return value === '2' ? t('twoOrMore') : t('stops', { count: Number(value) })
    case 'nights':
      return isNight(value) ? t(nightKeys[value]) : value
    case 'alliances':
      return isAlliance(value) ? allianceNames[value] : t('noAlliance')
    case 'airlines':
      return nameIn(carrierNames, value) ?? value
    case 'via': {
      const name = nameIn(placeNames, value)
      return name ? `${name} ${value}` : value
    }
  }
}

/** The names of the options, by choice. */
export function flightOptionLabels(context: FlightFilterContext): Record<FlightChoiceName, (value: string) => string> {
  const labelOf = (name: FlightChoiceName) => (value: string) => flightOptionName(name, value, context)
  return {
    stops: labelOf('stops'),
    airlines: labelOf('airlines'),
    alliances: labelOf('alliances'),
    via: labelOf('via'),
    nights: labelOf('nights'),
  }
}

/** The title of a time filter: "Departure from AMS". In a multi-city trip, it also names the flight. */
export function timeTitle(
  name: TimeName,
  { slices, isMulti, words: { t } }: Pick<FlightFilterContext, 'slices' | 'isMulti' | 'words'>,
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
export function clockText(minutes: number, { t, locale }: Pick<FlightWords, 't' | 'locale'>): string {
  if (minutes === 24 * 60) return hasHalves(locale) ? t('midnight') : '24:00'
  const time = new Date(minutes * 60_000)
  return dateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(time)
}

export const flightFilterTitles = {
  stops: 'stopsTitle',
  airlines: 'airlines',
  alliances: 'alliances',
  via: 'layoverAirports',
  nights: 'overnight',
} as const satisfies Record<FlightChoiceName, TextKey<'flights'>>

export const isNight = (value: string): value is keyof typeof nightKeys => Object.hasOwn(nightKeys, value)

function isAlliance(value: string): value is Alliance {
  return Object.hasOwn(allianceNames, value)
}

function hasHalves(locale: string): boolean {
  return dateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).resolvedOptions().hour12 === true
}

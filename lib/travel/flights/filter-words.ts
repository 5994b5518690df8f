import { formatDuration } from '../format.ts'
import { dateTimeFormat } from '../formatters.ts'
import { formatPrice } from '../money.ts'
import { describeChoice, describeRange, nameIn } from '../results/filter-words.ts'
import { type Alliance, allianceNames } from './alliances.ts'
import {
  type FlightChoiceName,
  type FlightFilterName,
  type FlightFilters,
  type TimeName,
  timePlace,
} from './filters.ts'

/** Facts about the list and its reader for the words of filters. */
export interface FlightFilterContext {
  locale: string
  currency: string
  /** The flights of the search in order, and whether it is a multi-city trip. */
  slices: readonly { origin: string; destination: string }[]
  isMulti: boolean
  carrierNames: Record<string, string>
  placeNames: Record<string, string>
}

const stopNames: Record<string, string> = { 0: 'Nonstop', 1: '1 stop', 2: '2 or more' }
const nightNames: Record<string, string> = { flight: 'Overnight flight', wait: 'Overnight layover' }

/** The name of one option. */
export function flightOptionName(
  name: FlightChoiceName,
  value: string,
  { carrierNames, placeNames }: FlightFilterContext,
): string {
  switch (name) {
    case 'stops':
      return nameIn(stopNames, value) ?? value
    case 'nights':
      return nameIn(nightNames, value) ?? value
    case 'alliances':
      return isAlliance(value) ? allianceNames[value] : 'No alliance'
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

/** The airport of a time filter: "Departure from AMS"; of a multi-city trip also the flight. */
export function timeTitle(
  name: TimeName,
  { slices, isMulti }: Pick<FlightFilterContext, 'slices' | 'isMulti'>,
): string {
  const { flight, end } = timePlace(name)
  const { origin = '', destination = '' } = slices[flight] ?? {}
  const text = end === 'departure' ? `departure from ${origin}` : `arrival at ${destination}`
  return isMulti ? `Flight ${flight + 1}: ${text}` : text.charAt(0).toUpperCase() + text.slice(1)
}

/** A time of day on a slider. The end of the day differs from its start: 24:00, or midnight with 12 hours. */
export function clockText(minutes: number, locale: string): string {
  if (minutes === 24 * 60) return hasHalves(locale) ? 'midnight' : '24:00'
  const time = new Date(minutes * 60_000)
  return dateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(time)
}

/** One active filter in words: "Nonstop only", "Without United", "Departure from AMS 06:00–22:00", "Up to €2,300". */
export function describeFlightFilter(
  name: FlightFilterName,
  filters: FlightFilters,
  context: FlightFilterContext,
): string {
  const { locale, currency } = context
  switch (name) {
    case 'stops':
    case 'airlines':
    case 'alliances':
    case 'via':
    case 'nights':
      return describeChoice(filters[name], {
        title: flightFilterTitles[name],
        labelOf: (value) => flightOptionName(name, value, context),
        ...((name === 'stops' || name === 'nights') && { inSentence: (text: string) => text.toLowerCase() }),
      })
    case 'price':
      return describeRange(filters.price, (amount) => formatPrice(amount, currency, locale), ['From', 'Up to'])
    case 'minutes':
      return describeRange(filters.minutes, formatDuration, ['At least', 'At most'])
    case 'checkedBag':
      return 'Checked bag included'
    case 'cabinBag':
      return 'Cabin bag included'
    default: {
      const range = describeRange(filters[name], (minutes) => clockText(minutes, locale), ['from', 'until'])
      return `${timeTitle(name, context)} ${range}`
    }
  }
}

export const flightFilterTitles: Record<FlightChoiceName, string> = {
  stops: 'Stops',
  airlines: 'Airlines',
  alliances: 'Alliances',
  via: 'Layover airports',
  nights: 'Overnight',
}

function isAlliance(value: string): value is Alliance {
  return Object.hasOwn(allianceNames, value)
}

function hasHalves(locale: string): boolean {
  return dateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).resolvedOptions().hour12 === true
}

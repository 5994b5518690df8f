import { formatDuration } from '../format.ts'
import { dateTimeFormat } from '../formatters.ts'
import { formatPrice } from '../money.ts'
import type { Choice, Range } from '../results/choice.ts'
import { type Alliance, allianceNames } from './alliances.ts'
import type { ChoiceName, FilterName, FlightFilters, TimeName } from './filters.ts'

/** What the words of filters need to know of the list and its reader. */
export interface FilterContext {
  locale: string
  currency: string
  origin: string
  destination: string
  carrierNames: Record<string, string>
  placeNames: Record<string, string>
}

const stopNames: Record<string, string> = { 0: 'Nonstop', 1: '1 stop', 2: '2 or more' }
const nightNames: Record<string, string> = { flight: 'Overnight flight', wait: 'Overnight layover' }

/** The name of one option of a choice. */
export function optionName(name: ChoiceName, value: string, { carrierNames, placeNames }: FilterContext): string {
  switch (name) {
    case 'stops':
      return stopNames[value] ?? value
    case 'nights':
      return nightNames[value] ?? value
    case 'alliances':
      return isAlliance(value) ? allianceNames[value] : 'No alliance'
    case 'airlines':
      return carrierNames[value] ?? value
    case 'via':
      return placeNames[value] ? `${placeNames[value]} ${value}` : value
  }
}

/** The names of the options, choice by choice. */
export function optionLabels(context: FilterContext): Record<ChoiceName, (value: string) => string> {
  const labelOf = (name: ChoiceName) => (value: string) => optionName(name, value, context)
  return {
    stops: labelOf('stops'),
    airlines: labelOf('airlines'),
    alliances: labelOf('alliances'),
    via: labelOf('via'),
    nights: labelOf('nights'),
  }
}

/** Where a time filter counts: "Departure from AMS". */
export function timeTitle(
  name: TimeName,
  { origin, destination }: Pick<FilterContext, 'origin' | 'destination'>,
): string {
  switch (name) {
    case 'outDeparture':
      return `Departure from ${origin}`
    case 'outArrival':
      return `Arrival at ${destination}`
    case 'backDeparture':
      return `Departure from ${destination}`
    case 'backArrival':
      return `Arrival at ${origin}`
  }
}

/** A time of day as a slider says it; the end of the day is not read as its start: 24:00, and midnight where clocks have halves. */
export function clockText(minutes: number, locale: string): string {
  if (minutes === 24 * 60) return hasHalves(locale) ? 'midnight' : '24:00'
  const time = new Date(minutes * 60_000)
  return dateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(time)
}

/** One active filter in words: "Nonstop only", "Without United", "Departure from AMS 06:00–22:00", "Up to €2,300". */
export function describeFilter(name: FilterName, filters: FlightFilters, context: FilterContext): string {
  const { locale, currency } = context
  switch (name) {
    case 'stops':
    case 'airlines':
    case 'alliances':
    case 'via':
    case 'nights':
      return describeChoice(filters[name], {
        title: groupTitles[name],
        labelOf: (value) => optionName(name, value, context),
        ...((name === 'stops' || name === 'nights') && { inSentence: (text: string) => text.toLowerCase() }),
      })
    case 'price':
      return describeRange(filters.price, (amount) => formatPrice(amount, currency, locale), ['From', 'Up to'])
    case 'minutes':
      return describeRange(filters.minutes, formatDuration, ['At least', 'At most'])
    case 'outDeparture':
    case 'outArrival':
    case 'backDeparture':
    case 'backArrival': {
      const range = describeRange(filters[name], (minutes) => clockText(minutes, locale), ['from', 'until'])
      return `${timeTitle(name, context)} ${range}`
    }
    case 'checkedBag':
      return 'Checked bag included'
    case 'cabinBag':
      return 'Cabin bag included'
  }
}

/** A choice in words; `inSentence` writes an option's name as it stands after "Without". */
export function describeChoice(
  choice: Choice | null,
  {
    title,
    labelOf,
    inSentence = (text) => text,
  }: { title: string; labelOf: (value: string) => string; inSentence?: (text: string) => string },
): string {
  if (!choice) return ''
  if (choice.values.length === 0) return `${title}: none chosen`
  const values = choice.values.map(labelOf)
  const shown = values.length > 3 ? `${values.slice(0, 2).join(', ')} and ${values.length - 2} more` : values.join(', ')
  return choice.kind === 'only' ? `${shown} only` : `Without ${inSentence(shown)}`
}

export const groupTitles: Record<ChoiceName, string> = {
  stops: 'Stops',
  airlines: 'Airlines',
  alliances: 'Alliances',
  via: 'Layover airports',
  nights: 'Overnight',
}

/** A range in words: both ends, or the one that it has. */
export function describeRange(
  range: Range | null,
  write: (value: number) => string,
  [above, below]: [string, string],
): string {
  if (range?.from != null && range.to != null) return `${write(range.from)}–${write(range.to)}`
  if (range?.from != null) return `${above} ${write(range.from)}`
  return range?.to == null ? '' : `${below} ${write(range.to)}`
}

function isAlliance(value: string): value is Alliance {
  return Object.hasOwn(allianceNames, value)
}

function hasHalves(locale: string): boolean {
  return dateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).resolvedOptions().hour12 === true
}

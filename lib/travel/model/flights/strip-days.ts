import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { priceWriter } from '../money.ts'
import { addDays, daysBetween } from '../offset-time.ts'
import type { DateCell } from './date-price.ts'
import { writeDates } from './date-text.ts'
import { canSearch, searchOn } from './search-on.ts'
import { writeFlightQuery } from './write-flight-query.ts'

/** Days before and after the middle one. */
const REACH = 3

export interface StripDay {
  date: string
  /** The query of this day's search. */
  query: string
  isSelected: boolean
  /** A day that cannot be searched: in the past, or too far ahead. */
  isOut: boolean
  price: DateCell
  isLowest: boolean
  /** The height of the day's bar, 0 to 1; the lowest price of the week has the shortest bar. */
  share: number
}

/** Seven days around the search, shifted by whole weeks, with their known prices in one currency. */
export function stripDays(
  search: FlightSearch,
  {
    today,
    weeks,
    currency,
    known,
  }: { today: string; weeks: number; currency: string; known: ReadonlyMap<string, DateCell> },
): StripDay[] {
  const first = addDays(search.date, weeks * (2 * REACH + 1) - REACH)
  const days = Array.from({ length: 2 * REACH + 1 }, (_, at): Omit<StripDay, 'isLowest' | 'share'> => {
    const date = addDays(first, at)
    const wanted = searchOn(search, date)
    const found = known.get(date)
    const isForeign = found?.state === 'priced' && found.price.currency !== currency
    return {
      date,
      query: writeFlightQuery(wanted),
      isSelected: date === search.date,
      isOut: !canSearch(wanted, today),
      price: found === undefined || isForeign ? { state: 'unknown', dates: writeDates(wanted) } : found,
    }
  })
  const amounts = days.flatMap(({ price }) => (price.state === 'priced' ? [price.price.amount] : []))
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)]
  return days.map((day) => {
    const amount = day.price.state === 'priced' ? day.price.price.amount : undefined
    return {
      ...day,
      isLowest: amount === low && amounts.length > 1 && low < high,
      share: amount === undefined ? 0 : high === low ? 0.5 : 0.25 + (0.75 * (amount - low)) / (high - low),
    }
  })
}

/** The other days that can be searched, nearest to the search first. */
export function daysToAsk(search: FlightSearch, days: readonly StripDay[]): string[] {
  const distance = (date: string) => Math.abs(daysBetween(search.date, date))
  return days
    .filter(({ isSelected, isOut }) => !isSelected && !isOut)
    .map(({ date }) => date)
    .toSorted((a, b) => distance(a) - distance(b))
}

/** Writes the days' prices, all with the same decimals. */
export function dayPriceWriter(days: readonly StripDay[], currency: string, locale: string) {
  return priceWriter(
    days.flatMap(({ price }) => (price.state === 'priced' ? price.price.amount : [])),
    currency,
    locale,
  )
}

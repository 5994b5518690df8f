import { describe, expect, it } from 'vitest'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { DateCell } from './date-price.ts'
import { dayPriceWriter, daysToAsk, stripDays } from './strip-days.ts'

const search = FlightSearch.parse({ origin: 'AMS', destination: 'AUA', date: '2027-02-13', return_date: '2027-02-21' })
const priced = (date: string, amount: number, currency = 'USD'): [string, DateCell] => [
  date,
  {
    state: 'priced',
    dates: date,
    provider: 'A',
    price: { amount, currency },
    data: 'live',
    fetched_at: '2026-11-20T08:00:00Z',
  },
]
const strip = (known: [string, DateCell][] = [], more: { today?: string; weeks?: number } = {}) =>
  stripDays(search, { today: '2026-11-20', weeks: 0, currency: 'USD', known: new Map(known), ...more })

describe('the days around a search', () => {
  it('are three before and three after, each with the same length of stay', () => {
    const days = strip()
    expect(days.map(({ date }) => date)).toEqual(
      ['10', '11', '12', '13', '14', '15', '16'].map((day) => `2027-02-${day}`),
    )
    expect(days.map(({ isSelected }) => isSelected).indexOf(true)).toBe(3)
    expect(days[0]?.query).toBe('origin=AMS&destination=AUA&date=2027-02-10&return_date=2027-02-18&adults=1')
    expect(strip([], { weeks: 1 })[0]?.date).toBe('2027-02-17')
  })

  it('mark the lowest price of the week and draw it with the shortest bar', () => {
    const days = strip([priced('2027-02-12', 900), priced('2027-02-13', 700), priced('2027-02-14', 800)])
    expect(days.map(({ isLowest }) => isLowest)).toEqual([false, false, false, true, false, false, false])
    expect(days.map(({ share }) => share)).toEqual([0, 0, 1, 0.25, 0.625, 0, 0])
  })

  it('write their prices with the same decimals', () => {
    const days = strip([priced('2027-02-12', 94.28), priced('2027-02-13', 120)])
    expect([94.28, 120].map(dayPriceWriter(days, 'USD', 'en-US'))).toEqual(['$94.28', '$120.00'])
  })

  it('mark no lowest price for a single price or equal prices', () => {
    expect(strip([priced('2027-02-12', 900)]).some(({ isLowest }) => isLowest)).toBe(false)
    const same = strip([priced('2027-02-12', 900), priced('2027-02-13', 900)])
    expect(same.some(({ isLowest }) => isLowest)).toBe(false)
  })

  it('ignore a price in another currency', () => {
    expect(strip([priced('2027-02-12', 900, 'JPY')])[2]).toMatchObject({ price: { state: 'unknown' }, share: 0 })
  })

  it('include past days and days whose return is too far ahead, but these cannot be searched', () => {
    const isOut = (today: string) => strip([], { today }).map((day) => day.isOut)
    expect(isOut('2027-02-12')).toEqual([true, true, false, false, false, false, false])
    expect(isOut('2026-02-21')).toEqual([false, false, false, false, true, true, true])
  })

  it('are asked for, nearest first, if they can be searched', () => {
    const asked = (days: ReturnType<typeof strip>) => daysToAsk(search, days).map((date) => date.slice(-2))
    expect(asked(strip())).toEqual(['12', '14', '11', '15', '10', '16'])
    expect(asked(strip([], { today: '2027-02-13' }))).toEqual(['14', '15', '16'])
  })
})

import { describe, expect, it } from 'vitest'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { maxDaysAhead } from '#runner/contract/capabilities/search-defaults.ts'
import { addDays } from '../offset-time.ts'
import { otherDays } from './other-days.ts'

const today = '2026-11-20'
const search = FlightSearch.parse({ origin: 'AMS', destination: 'AUA', date: '2027-02-13', return_date: '2027-02-21' })
const offered = (date: string, ...empty: string[]) =>
  otherDays(
    { ...search, date, return_date: addDays(date, 8) },
    { today, known: (day) => (empty.includes(day) ? { state: 'none', dates: day } : undefined) },
  ).map((each) => each.search.date)

/** The offered days and amounts if these days have known prices. */
const offeredWith = (prices: Record<string, number>, currency = 'USD') =>
  otherDays(search, {
    today,
    known: (date) => {
      const amount = prices[date]
      if (amount === undefined) return undefined
      return {
        state: 'priced',
        dates: date,
        price: { amount, currency },
        data: 'live',
        provider: 'A',
        fetched_at: '2026-11-20T10:00:00Z',
      }
    },
  }).map((each) => [each.search.date, each.price?.amount ?? null])

describe('the alternative days for a day without flights', () => {
  it('are near that day, with the same length of stay', () => {
    const days = otherDays(search, { today, known: () => undefined })
    expect(days.map(({ search: { date, return_date } }) => [date, return_date])).toEqual([
      ['2027-02-12', '2027-02-20'],
      ['2027-02-14', '2027-02-22'],
      ['2027-02-16', '2027-02-24'],
    ])
  })

  it('exclude days known to have no flights', () => {
    expect(offered('2027-02-13', '2027-02-12', '2027-02-16')).toEqual(['2027-02-11', '2027-02-14', '2027-02-15'])
    expect(otherDays(search, { today, known: (date) => ({ state: 'none', dates: date }) })).toEqual([])
  })

  it('start with the cheapest known day, with its price, even if others are nearer', () => {
    expect(offeredWith({ '2027-02-12': 1180, '2027-02-17': 940, '2027-02-15': 1010 })).toEqual([
      ['2027-02-17', 940],
      ['2027-02-12', 1180],
      ['2027-02-15', 1010],
    ])
    expect(offeredWith({ '2027-02-18': 940 })).toEqual([
      ['2027-02-18', 940],
      ['2027-02-12', null],
      ['2027-02-14', null],
    ])
  })

  it('include the cheapest known day of another week, and the nearest of equally cheap days', () => {
    expect(offeredWith({ '2027-02-26': 700, '2027-02-12': 900 })[0]).toEqual(['2027-02-26', 700])
    expect(offeredWith({ '2027-02-17': 700, '2027-02-11': 700 })[0]).toEqual(['2027-02-11', 700])
  })

  it('are offered without their price if it is in another currency than the search', () => {
    expect(offeredWith({ '2027-02-12': 940 }, 'EUR')[0]).toEqual(['2027-02-12', null])
  })

  it('are never past or too far ahead', () => {
    expect(offered(today)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
    const last = addDays(today, maxDaysAhead)
    // The last alternative leaves on `last - 8` and returns eight days later, on the last day that can be searched.
    expect(offered(addDays(last, -9))).toEqual([-11, -10, -8].map((step) => addDays(last, step)))
  })
})

import { describe, expect, it } from 'vitest'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { maxDaysAhead } from '#runner/contract/capabilities/search-days.ts'
import { addDays } from '../offset-time.ts'
import { otherDays } from './other-days.ts'

const today = '2026-11-20'
const search = FlightSearch.parse({ origin: 'AMS', destination: 'AUA', date: '2027-02-13', return_date: '2027-02-21' })
const offered = (date: string, ...empty: string[]) =>
  otherDays({ ...search, date, return_date: addDays(date, 8) }, { today, isEmpty: (day) => empty.includes(day) }).map(
    (each) => each.date,
  )

describe('the alternative days for a day without flights', () => {
  it('are near it, with the same length of stay', () => {
    const days = otherDays(search, { today, isEmpty: () => false })
    expect(days.map(({ date, return_date }) => [date, return_date])).toEqual([
      ['2027-02-12', '2027-02-20'],
      ['2027-02-14', '2027-02-22'],
      ['2027-02-16', '2027-02-24'],
    ])
  })

  it('exclude days known to have no flights', () => {
    expect(offered('2027-02-13', '2027-02-12', '2027-02-16')).toEqual(['2027-02-11', '2027-02-14', '2027-02-15'])
    expect(otherDays(search, { today, isEmpty: () => true })).toEqual([])
  })

  it('are never past or too far ahead', () => {
    expect(offered(today)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
    const last = addDays(today, maxDaysAhead)
    // A stay of eight days from the last of these ends on the last day.
    expect(offered(addDays(last, -9))).toEqual([-11, -10, -8].map((step) => addDays(last, step)))
  })
})

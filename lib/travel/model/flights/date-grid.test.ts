import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { maxDaysAhead } from '#runner/contract/capabilities/search-defaults.ts'
import { gridOfDays, monthsToOffer, moveMonth, nearestFirst, weeksOfMonth } from './date-grid.ts'

const searchOf = (date: string, return_date: string | null) =>
  FlightSearch.parse({ origin: 'AMS', destination: 'AUA', date, return_date })
const round = searchOf('2027-02-13', '2027-02-21')

/** Days around month ends and leap days, and any others. */
const day = fc
  .oneof(
    fc.constantFrom('2027-02-28', '2028-02-28', '2028-02-29', '2028-03-01', '2027-12-31', '2028-01-01', '2027-04-30'),
    fc.integer({ min: 0, max: 1500 }).map((days) => Temporal.PlainDate.from('2026-12-01').add({ days }).toString()),
  )
  .map((text) => Temporal.PlainDate.from(text))
const nights = fc.option(fc.integer({ min: 0, max: 60 }), { nil: null })
const asks = fc.record({ date: day, nights, todayBefore: fc.integer({ min: 0, max: maxDaysAhead }) })
const built = ({
  date,
  nights,
  todayBefore,
}: {
  date: Temporal.PlainDate
  nights: number | null
  todayBefore: number
}) => ({
  search: searchOf(date.toString(), nights === null ? null : date.add({ days: nights }).toString()),
  today: date.subtract({ days: todayBefore }).toString(),
})
const isPossible = (date: string, back: string | null, today: string) => {
  const last = Temporal.PlainDate.from(today).add({ days: maxDaysAhead }).toString()
  return date >= today && (back ?? date) <= last && (back === null || back >= date)
}

test('the grid has three days before and after the departure and the return, across month ends and leap days', () => {
  fc.assert(
    fc.property(asks, (ask) => {
      const { search, today } = built(ask)
      const rows = gridOfDays(search, today)
      const back = search.return_date === null ? null : Temporal.PlainDate.from(search.return_date)
      expect(rows).toHaveLength(back === null ? 1 : 7)
      for (const [row, cells] of rows.entries()) {
        const own = cells.map(({ days }) => (back === null ? days.date : days.return_date))
        expect(own).toEqual([-3, -2, -1, 0, 1, 2, 3].map((days) => (back ?? ask.date).add({ days }).toString()))
        for (const { days, isOut, isSelected } of cells) {
          if (back === null) expect(days.return_date).toBeNull()
          else expect(days.date).toBe(ask.date.add({ days: row - 3 }).toString())
          expect(isOut).toBe(!isPossible(days.date, days.return_date, today))
          expect(isSelected).toBe(days.date === search.date && days.return_date === search.return_date)
        }
      }
    }),
  )
})

test('a month has each of its days once, under its weekday and with the same length of stay', () => {
  fc.assert(
    fc.property(asks, fc.integer({ min: 1, max: 7 }), (ask, firstWeekday) => {
      const { search, today } = built(ask)
      const month = ask.date.toPlainYearMonth()
      const weeks = weeksOfMonth(search, month.toString(), { today, firstWeekday })
      const days = weeks.flat().flatMap((cell) => cell ?? [])
      expect(days).toHaveLength(month.daysInMonth)
      for (const [at, { days: cell, isOut }] of days.entries()) {
        const date = month.toPlainDate({ day: at + 1 })
        const back = ask.nights === null ? null : date.add({ days: ask.nights }).toString()
        expect(cell).toEqual({ date: date.toString(), return_date: back })
        expect(isOut).toBe(!isPossible(cell.date, back, today))
      }
      for (const week of weeks) {
        expect(week).toHaveLength(7)
        for (const [column, cell] of week.entries()) {
          if (cell) expect((Temporal.PlainDate.from(cell.days.date).dayOfWeek - firstWeekday + 7) % 7).toBe(column)
        }
      }
    }),
  )
})

test('the link of each cell that can be searched keeps travelers and cabin', () => {
  const [cell] = gridOfDays({ ...round, adults: 2, cabin: 'business' }, '2026-11-20')[0] ?? []
  expect(cell?.query).toBe('origin=AMS&destination=AUA&date=2027-02-10&return_date=2027-02-18&adults=2&cabin=business')
})

test('a return on the day before the departure can be searched if the search has one, across the date line', () => {
  const rows = gridOfDays(searchOf('2027-02-13', '2027-02-12'), '2026-11-20')
  expect(rows.map((row) => row.filter(({ isOut }) => isOut).length)).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('the cells nearest to the search come first', () => {
  const cells = nearestFirst(round, gridOfDays(round, '2026-11-20').flat())
  expect(cells.slice(0, 5).map(({ key }) => key)).toEqual([
    '2027-02-13_2027-02-21',
    '2027-02-12_2027-02-21',
    '2027-02-13_2027-02-20',
    '2027-02-13_2027-02-22',
    '2027-02-14_2027-02-21',
  ])
})

test('moving by months crosses the turn of the year, and the last month offered is a year ahead', () => {
  expect([moveMonth('2027-12', 1), moveMonth('2027-01', -1), moveMonth('2027-03', 12)]).toEqual([
    '2028-01',
    '2026-12',
    '2028-03',
  ])
  expect(monthsToOffer('2026-11-20')).toEqual({ first: '2026-11', last: '2027-11' })
})

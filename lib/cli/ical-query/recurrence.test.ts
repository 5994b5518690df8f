import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { datesOf, partsOf } from './recurrence.ts'

/** The parts of a rule, as a calendar writes it. `values` is what ical.js reads: not empty for a sound line. */
const parts = (raw: string) => partsOf({ name: 'rrule', parameters: {}, values: [raw], raw })
const at = (text: string) => Temporal.PlainDateTime.from(text)

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The dates of a rule by walking the days one by one, straight from the tables of RFC 5545. */
function walkedDates(rule: string, start: Temporal.PlainDate, to: Temporal.PlainDate): string[] {
  const part = new Map(
    rule.split(';').map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']),
  )
  const list = (name: string) => part.get(name)?.split(',') ?? []
  const numbers = (name: string) => list(name).map(Number)
  const [freq, interval] = [part.get('FREQ'), Number(part.get('INTERVAL') ?? 1)]
  const weekStart = weekdays.indexOf(part.get('WKST') ?? 'MO') + 1
  const weekOf = (day: Temporal.PlainDate) => day.subtract({ days: (day.dayOfWeek - weekStart + 7) % 7 })
  const periodOf = (day: Temporal.PlainDate): number =>
    freq === 'YEARLY'
      ? day.year
      : freq === 'MONTHLY'
        ? day.year * 12 + day.month
        : freq === 'WEEKLY'
          ? weekOf(start).until(weekOf(day), { largestUnit: 'day' }).days / 7
          : start.until(day, { largestUnit: 'day' }).days
  const hasPlace = (name: string, place: number, length: number) =>
    numbers(name).some((one) => one === place || one === place - length - 1)
  const isDay = (day: Temporal.PlainDate): boolean => {
    const inYear = freq === 'YEARLY' && !part.has('BYMONTH')
    const [place, length] = inYear ? [day.dayOfYear, day.daysInYear] : [day.day, day.daysInMonth]
    return list('BYDAY').some((one) => {
      const nth = Number(/^[+-]?\d+/.exec(one)?.[0] ?? 0)
      if (!one.endsWith(weekdays[day.dayOfWeek - 1] ?? '')) return false
      return nth === 0 || nth === Math.ceil(place / 7) || nth === -Math.ceil((length - place + 1) / 7)
    })
  }
  const names = ['BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYDAY']
  const hasNoDay = !names.some((name) => part.has(name))
  const matches = (day: Temporal.PlainDate): boolean => {
    if (part.has('BYMONTH') && !numbers('BYMONTH').includes(day.month)) return false
    if (part.has('BYMONTHDAY') && !hasPlace('BYMONTHDAY', day.day, day.daysInMonth)) return false
    if (part.has('BYYEARDAY') && !hasPlace('BYYEARDAY', day.dayOfYear, day.daysInYear)) return false
    if (part.has('BYWEEKNO') && !numbers('BYWEEKNO').includes(day.weekOfYear ?? 0)) return false
    if (part.has('BYDAY')) return isDay(day)
    if (part.has('BYWEEKNO') || (freq === 'WEEKLY' && hasNoDay)) return day.dayOfWeek === start.dayOfWeek
    if (freq === 'MONTHLY' && hasNoDay) return day.day === start.day
    if (freq !== 'YEARLY' || !hasNoDay) return true
    return day.day === start.day && (part.has('BYMONTH') || day.month === start.month)
  }
  const found: Temporal.PlainDate[] = []
  // Whole periods, because BYSETPOS counts their dates.
  const last = to.add({ days: 366 })
  for (
    let day = start.subtract({ days: 366 });
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    const periods = periodOf(day) - periodOf(start)
    if (periods >= 0 && periods % interval === 0 && matches(day)) found.push(day)
  }
  const chosen = [...Map.groupBy(found, periodOf).values()].flatMap((days) =>
    part.has('BYSETPOS') ? days.filter((_, place) => hasPlace('BYSETPOS', place + 1, days.length)) : days,
  )
  const sorted = chosen.filter((day) => Temporal.PlainDate.compare(day, start) >= 0)
  const counted = sorted.slice(0, Number(part.get('COUNT') ?? sorted.length))
  return counted.filter((day) => Temporal.PlainDate.compare(day, to) <= 0).map(String)
}

const someOf = (values: readonly (string | number)[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }).map((list) => list.join(','))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
const monthDays = [...range(1, 31), -1, -2, -31]
const numbered = (numbers: readonly number[]) => numbers.flatMap((nth) => weekdays.map((day) => `${nth}${day}`))

/** All weekdays plain, or all of them numbered. */
const eitherDays = (numbers: readonly number[]) =>
  fc.oneof(someOf(weekdays), someOf(numbered(numbers))).map((list) => `;BYDAY=${list}`)
const optional = (name: string, values: readonly (string | number)[]) =>
  fc.option(
    someOf(values).map((list) => `;${name}=${list}`),
    { nil: '', freq: 2 },
  )
const ends = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 90 }).map((count) => `;COUNT=${count}`) },
)
const intervals = fc.constantFrom(1, 1, 2, 3, 4, 12).map((interval) => `;INTERVAL=${interval}`)
const set = optional('BYSETPOS', [1, 2, -1, -2])
const weekStart = optional('WKST', ['MO']).chain(() => fc.constantFrom('', ';WKST=SU', ';WKST=WE'))
const joined = (...texts: fc.Arbitrary<string>[]) => fc.tuple(...texts).map((list) => list.join(''))
const days = someOf(weekdays).map((list) => `;BYDAY=${list}`)
const rules = fc.oneof(
  joined(
    fc.constant('FREQ=DAILY'),
    intervals,
    optional('BYMONTH', range(1, 12)),
    optional('BYMONTHDAY', monthDays),
    optional('BYDAY', weekdays),
    ends,
  ),
  joined(fc.constant('FREQ=WEEKLY'), intervals, optional('BYMONTH', range(1, 12)), days, set, weekStart, ends),
  joined(fc.constant('FREQ=WEEKLY'), intervals, weekStart, ends),
  joined(
    fc.constant('FREQ=MONTHLY'),
    intervals,
    optional('BYMONTH', range(1, 12)),
    eitherDays([1, 2, 5, -1, -5]),
    set,
    ends,
  ),
  joined(
    fc.constant('FREQ=MONTHLY'),
    intervals,
    someOf(monthDays).map((list) => `;BYMONTHDAY=${list}`),
    optional('BYDAY', weekdays),
    set,
    ends,
  ),
  joined(fc.constant('FREQ=MONTHLY'), intervals, ends),
  joined(fc.constant('FREQ=YEARLY'), intervals, optional('BYMONTH', range(1, 12)), ends),
  joined(
    fc.constant('FREQ=YEARLY'),
    intervals,
    optional('BYMONTH', range(1, 12)),
    someOf(monthDays).map((list) => `;BYMONTHDAY=${list}`),
    optional('BYDAY', weekdays),
    set,
    ends,
  ),
  joined(fc.constant('FREQ=YEARLY'), intervals, eitherDays([1, 2, 20, 52, -1, -10]), set, ends),
  joined(
    fc.constant('FREQ=YEARLY'),
    intervals,
    someOf(range(1, 12)).map((list) => `;BYMONTH=${list}`),
    eitherDays([1, 2, 5, -1]),
    set,
    ends,
  ),
  joined(
    fc.constant('FREQ=YEARLY'),
    intervals,
    someOf([1, 59, 60, 200, 365, 366, -1, -366]).map((list) => `;BYYEARDAY=${list}`),
    ends,
  ),
  joined(
    fc.constant('FREQ=YEARLY'),
    intervals,
    someOf(range(2, 51)).map((list) => `;BYWEEKNO=${list}`),
    optional('BYDAY', weekdays),
    ends,
  ),
)
const starts = fc
  .tuple(fc.integer({ min: 2024, max: 2026 }), fc.integer({ min: 0, max: 365 }))
  .map(([year, more]) => Temporal.PlainDate.from({ year, month: 1, day: 1 }).add({ days: more }))

test('gives the dates that walking the days gives, for any rule of days', () => {
  fc.assert(
    fc.property(rules, starts, (rule, start) => {
      const to = Temporal.PlainDate.from('2027-12-31')
      const local = start.toPlainDateTime('10:00')
      const dates = datesOf(parts(rule), local, { from: local, to: to.toPlainDateTime('23:59') })
      expect(dates.map((date) => date.toPlainDate().toString())).toEqual(walkedDates(rule, start, to))
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['a birthday on 29 February', 'FREQ=YEARLY', '2024-02-29T09:00', ['2028-02-29T09:00:00', '2032-02-29T09:00:00']],
  [
    'the 20th Monday of a year',
    'FREQ=YEARLY;BYDAY=20MO',
    '2028-01-01T09:00',
    ['2028-05-15T09:00:00', '2029-05-14T09:00:00'],
  ],
  [
    'the last working day of each quarter',
    'FREQ=MONTHLY;INTERVAL=3;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    '2027-12-01T09:00',
    ['2027-12-31T09:00:00', '2028-03-31T09:00:00'],
  ],
  [
    'several hours a day',
    'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=30',
    '2028-01-01T08:30',
    ['2028-01-01T08:30:00', '2028-01-01T20:30:00'],
  ],
])('computes %s', (_, rule, start, first) => {
  const dates = datesOf(parts(rule), at(start), { from: at(start), to: at('2033-01-01') }).map(String)
  expect(dates.filter((date) => date >= '2027-12').slice(0, 2)).toEqual(first)
})

test.each([
  'FREQ=YEARLY;BYWEEKNO=13;BYMONTHDAY=1',
  'FREQ=YEARLY;BYYEARDAY=15;BYDAY=MO',
  'FREQ=YEARLY;BYDAY=53MO',
  'FREQ=MONTHLY;BYDAY=2MO,TU',
  'FREQ=YEARLY;BYMONTHDAY=5;BYDAY=1TH',
  'FREQ=MONTHLY;BYMONTHDAY=0',
  'FREQ=WEEKLY;BYDAY=1MO',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;COUNT=many',
])('refuses the rule %s instead of giving wrong dates', (rule) => {
  expect(() => datesOf(parts(rule), at('2027-01-01T10:00'), { from: at('2027-01-01'), to: at('2028-01-01') })).toThrow()
})

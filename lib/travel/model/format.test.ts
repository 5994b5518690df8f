import { describe, expect, test } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { describeDayDifference, formatDayDifference, tickText } from './flights/flight-format.ts'
import {
  ageText,
  formatClock,
  formatDate,
  formatDateRange,
  formatDays,
  formatDuration,
  formatElapsed,
  formatMoment,
  formatTime,
} from './format.ts'

const t = english('flights')

describe('formats for travelers', () => {
  test.each([
    [555, '9\u00a0h\u00a015'],
    [45, '45\u00a0min'],
    [60, '1\u00a0h\u00a000'],
    [1565, '26\u00a0h\u00a005'],
    [0, '0\u00a0min'],
  ])('%i minutes are %j', (minutes, text) => {
    expect(formatDuration(minutes)).toBe(text)
  })

  test.each([
    [312, '312\u00a0ms'],
    [999.7, '1.00\u00a0s'],
    [1120, '1.12\u00a0s'],
  ])('an elapsed time of %d ms is %j', (ms, text) => {
    expect(formatElapsed(ms)).toBe(text)
  })

  test('an elapsed time has the decimal separator of the locale', () => {
    expect(formatElapsed(1120, 'de-AT')).toBe('1,12\u00a0s')
  })

  test('writes a date with weekday, day and month, and the year on request', () => {
    expect(formatDate('2027-02-13')).toBe('Sat 13 Feb')
    expect(formatDate('2027-09-01')).toBe('Wed 1 Sep')
    expect(formatDate('2027-02-13', 'en-US', { year: true })).toBe('Sat 13 Feb 2027')
  })

  test('names a shared month of a range once', () => {
    expect(formatDateRange('2027-02-13', '2027-02-21')).toBe('13–21 Feb')
    expect(formatDateRange('2027-02-27', '2027-03-03')).toBe('27 Feb – 3 Mar')
    expect(formatDateRange('2027-02-03', '2027-02-01')).toBe('3 Feb – 1 Feb')
  })

  test.each([
    ['en-GB', '13 Feb'],
    ['de', '13. Feb.'],
    ['ja', '2月13日'],
  ])('writes a range of one day as that day, in %s', (locale, text) => {
    expect(formatDateRange('2027-02-13', '2027-02-13', locale)).toBe(text)
  })

  test.each([
    ['de', '10.–20. März', '10. März – 2. Apr.', '30. Dez. 2026 – 2. Jan. 2027', 'Mi., 10. März 2027, 09:05'],
    ['es', '10–20 mar', '10 mar – 2 abr', '30 dic 2026 – 2 ene 2027', 'mié, 10 mar 2027, 09:05'],
    ['nl', '10–20 mrt', '10 mrt – 2 apr', '30 dec 2026 – 2 jan 2027', 'wo 10 mrt 2027, 09:05'],
    ['ja', '3月10日–20日', '3月10日 – 4月2日', '2026年12月30日 – 2027年1月2日', '2027年3月10日(水), 09:05'],
    ['ja-u-hc-h12', '3月10日–20日', '3月10日 – 4月2日', '2026年12月30日 – 2027年1月2日', '2027年3月10日(水), 午前9:05'],
    ['en-US', '10–20 Mar', '10 Mar – 2 Apr', '30 Dec 2026 – 2 Jan 2027', 'Wed 10 Mar 2027, 9:05 AM'],
  ])('in %s, ranges and moments are made of single dates', (locale, inMonth, inYear, overYears, moment) => {
    expect(formatDateRange('2027-03-10', '2027-03-20', locale)).toBe(inMonth)
    expect(formatDateRange('2027-03-10', '2027-04-02', locale)).toBe(inYear)
    expect(formatDays('2026-12-30', '2027-01-02', locale)).toBe(overYears)
    expect(formatMoment('2027-03-10T00:05:00Z', locale, 'Asia/Tokyo')).toBe(moment)
  })

  test.each([
    ['de', '10.–20. März 2027'],
    ['ja', '2027年3月10日–20日'],
    ['en-GB', '10–20 Mar 2027'],
  ])('days in %s name a shared month and year once', (locale, text) => {
    expect(formatDays('2027-03-10', '2027-03-20', locale)).toBe(text)
  })

  test('writes the local time of a date-time with offset, on the reader’s 12- or 24-hour clock', () => {
    expect(formatTime('2026-03-16T13:45:00+09:00')).toBe('13:45')
    expect(formatTime('2026-03-16T13:45:00+09:00', 'en-US')).toMatch(/^1:45\sPM$/)
    expect(formatTime('tomorrow')).toBe('')
  })

  test('writes a time of day on the reader’s 12- or 24-hour clock, and keeps other text', () => {
    expect(formatClock('15:00', 'en-GB')).toBe('15:00')
    expect(formatClock('15:00', 'en-US')).toMatch(/^3:00\sPM$/)
    expect(formatClock('in the afternoon', 'en-US')).toBe('in the afternoon')
    expect(formatClock('25:00', 'en-US')).toBe('25:00')
  })

  test('writes an hour on a scale for the reader’s 12- or 24-hour clock', () => {
    const ticks = (locale: string) => [18, 0, 6, 12].map((hour, at) => tickText(hour, locale, at === 0))
    expect(ticks('en-US')).toEqual(['6\u00a0PM', '12\u00a0AM', '6', '12\u00a0PM'])
    expect(ticks('en-GB')).toEqual(['18', '00', '06', '12'])
    expect(ticks('ja')).toEqual(['18', '00', '06', '12'])
    expect(ticks('ja-u-hc-h12')).toEqual(['午後\u00a06', '午前\u00a012', '6', '午後\u00a012'])
  })

  test('writes an age in seconds, then minutes, then as a clock time, and after twelve hours as a date', () => {
    const now = Date.UTC(2026, 2, 16, 12, 0)
    const age = (thenMs: number) => ageText(thenMs, now, 'en-GB', english('units'), 'UTC')
    expect(age(now - 40_000)).toBe('40\u00a0s ago')
    expect(age(now - 125_000)).toBe('2\u00a0min ago')
    expect(age(now - 3 * 3_600_000)).toBe('09:00')
    expect(age(now - 12 * 3_600_000 + 1000)).toBe('00:00')
    expect(age(now - 13 * 3_600_000)).toBe('15 Mar')
    expect(age(now - 11 * 3_600_000)).toBe('01:00')
    expect(age(now + 5_000)).toBe('0\u00a0s ago')
  })

  test('writes a difference of days as a short mark and in words', () => {
    expect([0, 1, 2, -1].map(formatDayDifference)).toEqual(['', '+1', '+2', '−1'])
    expect([0, 1, 2, -1].map((days) => describeDayDifference(days, t))).toEqual([
      '',
      'arrives next day',
      'arrives 2 days later',
      'arrives the day before',
    ])
  })
})

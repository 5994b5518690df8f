import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dayDifference,
  daysBetween,
  formatOffset,
  isDate,
  minutesBetween,
  parseOffset,
  parseOffsetTime,
} from './offset-time.ts'

describe('date-times with offset', () => {
  test('parse into instant, local date and local time', () => {
    expect(parseOffsetTime('2026-03-16T13:45:00+09:00')).toEqual({
      instantMs: Date.UTC(2026, 2, 16, 4, 45),
      date: '2026-03-16',
      time: '13:45',
      offsetMinutes: 540,
    })
  })

  test.each([
    '',
    '2026-03-16T13:45:00',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01 10:00:00Z',
    '10:00',
  ])('rejects %j', (text) => {
    expect(parseOffsetTime(text)).toBeUndefined()
    expect(minutesBetween(text, '2026-01-01T00:00:00Z')).toBeUndefined()
  })

  test('give the duration of a flight over the Pacific between instants, not between local times', () => {
    expect(minutesBetween('2026-03-15T11:30:00-07:00', '2026-03-16T13:45:00+09:00')).toBe(615)
    expect(dayDifference('2026-03-15T11:30:00-07:00', '2026-03-16T13:45:00+09:00')).toBe(1)
  })

  test('can put an arrival on the day before the departure, across the date line', () => {
    expect(dayDifference('2026-03-16T01:00:00+12:00', '2026-03-15T15:00:00-10:00')).toBe(-1)
    expect(minutesBetween('2026-03-16T01:00:00+12:00', '2026-03-15T15:00:00-10:00')).toBe(720)
  })

  test('agree with Date on any instant and offset', () => {
    const offset = fc.integer({ min: -14 * 60, max: 14 * 60 })
    const minute = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) / 60_000 })
    fc.assert(
      fc.property(minute, offset, (at, minutes) => {
        const wall = new Date((at + minutes) * 60_000)
        if (wall.getTime() < 0) return
        const text = `${wall.toISOString().slice(0, 19)}${formatOffset(minutes)}`
        expect(parseOffsetTime(text)?.instantMs).toBe(at * 60_000)
        expect(parseOffsetTime(text)?.instantMs).toBe(Date.parse(text))
        expect(parseOffset(formatOffset(minutes))).toBe(minutes)
      }),
    )
  })
})

test('counts days across clock changes and leap years', () => {
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(isDate('2028-02-29')).toBe(true)
  expect(isDate('2026-02-29')).toBe(false)
  expect(isDate('2026-2-9')).toBe(false)
})

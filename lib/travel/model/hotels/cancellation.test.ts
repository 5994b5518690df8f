import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cancellation } from '#runner/contract/capabilities/hotel-result.ts'
import { localTimeAt } from '#runner/sdk/testing/local-times.ts'
import { addDays, daysBetween } from '../offset-time.ts'
import { offsetAt } from '../zoned-time.ts'
import { freeCancellation } from './cancellation.ts'

const free = (until: string) => ({ kind: 'free' as const, until, penalties: [] })
const now = Date.parse('2027-01-01T00:00:00Z')

describe('the last day of free cancellation is in the hotel’s time zone', () => {
  test.each([
    ['2027-03-10T18:00:00+01:00', '2027-03-10', '18:00'],
    ['2027-03-10T00:00:00+01:00', '2027-03-09', null],
    ['2027-03-10T23:59:00+01:00', '2027-03-10', null],
    ['2027-03-10T00:30:00+13:00', '2027-03-10', '00:30'],
    ['2027-03-01T00:00:00-11:00', '2027-02-28', null],
  ])('an end at %s means the last day %s and the time %s', (until, date, time) => {
    expect(freeCancellation(free(until), now)).toEqual({ date, time, untilMs: Date.parse(until) })
  })

  test('free cancellation ends at its instant, wherever the traveler is', () => {
    const until = '2027-03-10T18:00:00+13:00'
    const moment = Date.parse('2027-03-10T05:00:00Z')
    expect(freeCancellation(free(until), moment - 1)?.date).toBe('2027-03-10')
    expect(freeCancellation(free(until), moment)).toBeUndefined()
  })

  test.each<Cancellation | undefined>([
    undefined,
    { kind: 'charged', penalties: [] },
    { kind: 'non_refundable', penalties: [] },
    free('soon'),
  ])('%j is not free', (cancellation) => {
    expect(freeCancellation(cancellation, now)).toBeUndefined()
  })
})

const zones = [
  'Europe/Paris',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
]
const days = fc.integer({ min: 0, max: 1800 }).map((after) => addDays('2026-01-01', after))
const hours = fc.integer({ min: 0, max: 24 * 60 - 1 }).map((minute) => {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
})

test('the last day of free cancellation is right in every zone, across clock changes and beside the date line', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), days, hours, fc.integer({ min: 0, max: 30 }), (zone, day, time, before) => {
      const local = `${day}T${time}:00`
      const offset = offsetAt(zone, local)
      if (offset === undefined) throw new Error('no time')
      const instant = Date.parse(`${local}${offset}`)
      const found = freeCancellation(free(`${local}${offset}`), instant - 1)
      expect(found?.untilMs).toBe(instant)
      // One second before the end it is still that day at the hotel. Clocks that skip an hour never show the end time
      // itself.
      const wasSkipped = localTimeAt(zone, instant) !== local
      if (!wasSkipped) expect(localTimeAt(zone, instant - 1000).slice(0, 10)).toBe(time === '00:00' ? found?.date : day)
      expect(addDays(day, before)).toBe(new Date(Date.parse(day) + before * 86_400_000).toISOString().slice(0, 10))
      expect(daysBetween(day, addDays(day, before))).toBe(before)
    }),
    { numRuns: 500 },
  )
})

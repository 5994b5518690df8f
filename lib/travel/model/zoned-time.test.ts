import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localTimeAt } from '#runner/sdk/testing/local-times.ts'
import { parseOffset } from './offset-time.ts'
import { offsetAt, offsetMinutesAtInstant, toInstantMs, toLocalTime } from './zoned-time.ts'

const HOUR_MS = 3_600_000
const zones = [
  'America/Los_Angeles',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'America/Aruba',
  'Europe/London',
  'Europe/Paris',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
] as const

/** The offset of a zone according to Intl, independent of the code under test. */
function intlOffsetMinutes(zone: string, instantMs: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(instantMs)
  const get = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'))
  return Math.round((wall - instantMs) / 60_000)
}

function changesOf(year: number, zone: string): number[] {
  const changes: number[] = []
  const end = Date.UTC(year + 1, 0, 1)
  for (let at = Date.UTC(year, 0, 1); at < end; at += 24 * HOUR_MS) {
    if (intlOffsetMinutes(zone, at) === intlOffsetMinutes(zone, at + 24 * HOUR_MS)) continue
    let hour = at
    while (intlOffsetMinutes(zone, hour) === intlOffsetMinutes(zone, hour + HOUR_MS / 2)) hour += HOUR_MS / 2
    changes.push(hour + HOUR_MS / 2)
  }
  return changes
}

describe('offsetAt', () => {
  test.each([
    ['Asia/Tokyo', '2026-03-16T13:45:00', '+09:00'],
    ['America/Los_Angeles', '2026-03-08T01:59', '-08:00'],
    ['America/Los_Angeles', '2026-03-08T03:00', '-07:00'],
    ['America/St_Johns', '2026-07-01T12:00', '-02:30'],
    ['Asia/Kathmandu', '2026-07-01T12:00', '+05:45'],
    ['Pacific/Kiritimati', '2026-07-01T12:00', '+14:00'],
    ['Australia/Lord_Howe', '2026-01-01T12:00', '+11:00'],
    ['Australia/Lord_Howe', '2026-07-01T12:00', '+10:30'],
    ['UTC', '2026-07-01T12:00', '+00:00'],
  ])('in %s at %s the offset is %s', (zone, localTime, offset) => {
    expect(offsetAt(zone, localTime)).toBe(offset)
  })

  test('resolves a repeated local time to its earlier instant', () => {
    expect(offsetAt('Europe/London', '2026-10-25T01:30:00')).toBe('+01:00')
  })

  test('gives a skipped time the offset from before the change', () => {
    expect(offsetAt('Europe/London', '2026-03-29T01:30:00')).toBe('+00:00')
    expect(toInstantMs('Europe/London', '2026-03-29T01:30:00')).toBe(Date.UTC(2026, 2, 29, 1, 30))
  })

  test.each([
    ['Nowhere/Nothing', '2026-01-01T00:00'],
    ['+09:00', '2026-01-01T00:00'],
    ['', '2026-01-01T00:00'],
    ['UTC', '2026-02-30T00:00'],
    ['UTC', '2026-01-01T24:00'],
    ['UTC', '2026-01-01T12:60'],
    ['UTC', '2026-01-01T12:00:60'],
    ['UTC', '2026-01-01'],
    ['UTC', '2026-01-01T12:00Z'],
    ['UTC', '2026-01-01T12:00[Asia/Tokyo]'],
  ])('returns undefined for zone %j with %j', (zone, localTime) => {
    expect(offsetAt(zone, localTime)).toBeUndefined()
  })

  test("local time and offset match Intl's instant around every clock change of a year", () => {
    let seen = 0
    for (const zone of zones) {
      for (const change of changesOf(2026, zone)) {
        seen++
        for (let instant = change - 3 * HOUR_MS; instant <= change + 3 * HOUR_MS; instant += HOUR_MS / 4) {
          const localTime = toLocalTime(zone, instant)
          const offset = parseOffset(offsetAt(zone, localTime) ?? '') ?? Number.NaN
          const named = Date.parse(`${localTime}Z`) - offset * 60_000
          // A repeated local time names the first of its two instants.
          const twice = named !== instant && toLocalTime(zone, named) === localTime && named < instant
          expect([zone, localTime, named === instant || twice]).toEqual([zone, localTime, true])
          expect(offsetMinutesAtInstant(zone, instant)).toBe(intlOffsetMinutes(zone, instant))
        }
      }
    }
    expect(seen).toBeGreaterThan(15)
  })

  test('an instant round-trips through local time and offset, on any day', () => {
    const minute = fc.integer({ min: Date.UTC(2025, 0, 1) / 60_000, max: Date.UTC(2028, 0, 1) / 60_000 })
    fc.assert(
      fc.property(fc.constantFrom(...zones), minute, (zone, at) => {
        const instant = at * 60_000
        expect(toLocalTime(zone, instant)).toBe(localTimeAt(zone, instant))
        const back = toInstantMs(zone, toLocalTime(zone, instant)) ?? Number.NaN
        expect(back === instant || toLocalTime(zone, back) === toLocalTime(zone, instant)).toBe(true)
      }),
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toInstantMs, toLocalTime } from '#lib/travel/model/zoned-time.ts'
import { createZoneClock } from './zone-clock.ts'

const zones = ['America/Los_Angeles', 'Europe/London', 'Asia/Tokyo', 'Australia/Lord_Howe', 'America/Santiago'] as const

test('cached offsets match the zone rules at any minute of a year', () => {
  const clock = createZoneClock()
  const minute = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2027, 0, 1) / 60_000 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), minute, (zone, at) => {
      const local = clock.toLocal(zone, at)
      expect(local).toBe(toLocalTime(zone, at * 60_000))
      const minuteOfDay = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))
      expect(clock.toMinute(zone, local.slice(0, 10), minuteOfDay) * 60_000).toBe(toInstantMs(zone, local))
    }),
    { numRuns: 2000 },
  )
})

test('converts local times around a clock change correctly, whatever the order of the days', () => {
  for (const days of [
    ['2026-03-28', '2026-03-29', '2026-03-30'],
    ['2026-03-30', '2026-03-29', '2026-03-28'],
  ]) {
    const clock = createZoneClock()
    for (const day of days) {
      for (let minuteOfDay = 0; minuteOfDay < 1440; minuteOfDay += 15) {
        const text = `${day}T${String(Math.trunc(minuteOfDay / 60)).padStart(2, '0')}:${String(minuteOfDay % 60).padStart(2, '0')}:00`
        expect(clock.toMinute('Europe/London', day, minuteOfDay) * 60_000).toBe(toInstantMs('Europe/London', text))
      }
    }
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFakeHost } from '#runner/sdk/testing/fake-host.ts'
import { createPlaces } from './places.ts'
import { createTimeOffsets } from './time-offsets.ts'

test("a fake host returns the platform's offsets, for any time in any zone", async () => {
  const platform = createTimeOffsets(createPlaces())
  const host = createFakeHost({})
  const zones = [
    'Europe/Paris',
    'America/New_York',
    'Pacific/Apia',
    'Asia/Kathmandu',
    'America/St_Johns',
    'UTC',
    'Mars/Olympus',
  ]
  const localTime = fc
    .date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 19))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...zones), localTime, async (zone, time) => {
      const pairs = [[zone, time]] as const
      const given = platform(pairs)
      expect(await host.time.offset(pairs)).toEqual(given.ok && given.offsets)
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDeadlines } from './deadlines.ts'
import { offsetOf, offsetsOf } from './testing/hotel-host.ts'
import { localTimeAt } from './testing/local-times.ts'

async function deadline(zone: string, value: unknown) {
  const deadlines = createDeadlines(zone)
  deadlines.note(value)
  await deadlines.resolve(offsetsOf)
  return deadlines.at(value)
}

describe('deadlines in the hotel’s time', () => {
  test.each([
    ['Europe/Paris', '2023-06-11T14:30:00+02:00', '2023-06-11T14:30:00+02:00'],
    ['Europe/Paris', '2023-06-13T18:00:00', '2023-06-13T18:00:00+02:00'],
    ['PAR', '2027-03-27T23:59:00', '2027-03-27T23:59:00+01:00'],
    ['PAR', '2027-03-28T23:59:00', '2027-03-28T23:59:00+02:00'],
    ['Europe/Paris', '2027-06-10T22:30:00Z', '2027-06-11T00:30:00+02:00'],
    ['Europe/London', '2027-01-11T18:00:00+00:00', '2027-01-11T18:00:00+00:00'],
    ['Europe/London', '2027-07-11T18:00:00+00:00', '2027-07-11T19:00:00+01:00'],
    ['Pacific/Apia', '2027-01-10T20:00:00Z', '2027-01-11T09:00:00+13:00'],
    ['Pacific/Pago_Pago', '2027-01-10T05:00:00Z', '2027-01-09T18:00:00-11:00'],
    ['America/New_York', '2027-03-14T06:30:00Z', '2027-03-14T01:30:00-05:00'],
    ['America/New_York', '2027-03-14T07:30:00Z', '2027-03-14T03:30:00-04:00'],
    ['America/New_York', '2027-11-07T05:30:00Z', '2027-11-07T01:30:00-04:00'],
    ['Asia/Kathmandu', '2027-01-10', '2027-01-10T00:00:00+05:45'],
    ['Europe/Paris', '2022-05-23T09:38:03.865Z', '2022-05-23T11:38:03+02:00'],
  ])('in %s, %s is %s', async (zone, given, text) => {
    expect(await deadline(zone, given)).toEqual({ text, ms: Date.parse(text) })
  })

  test.each(['', 'soon', '2027-02-30T10:00:00', '2027-01-01T25:00:00Z', 5, null, undefined, '2027-1-1', '+00:00'])(
    'rejects %j',
    async (given) => {
      expect(await deadline('Europe/Paris', given)).toBeUndefined()
    },
  )
})

test('requests all UTC offsets in one call; only times in UTC near a clock change need a second call', async () => {
  const calls: number[] = []
  const ask = (pairs: [string, string][]) => {
    calls.push(pairs.length)
    return offsetsOf(pairs)
  }
  const plain = createDeadlines('PAR')
  for (const each of ['2027-01-01T18:00:00', '2027-01-01T18:00:00', '2027-01-02T18:00:00+01:00']) plain.note(each)
  await plain.resolve(ask)
  expect(calls).toEqual([1])
  const universal = createDeadlines('PAR')
  universal.note('2027-01-01T18:00:00Z')
  await universal.resolve(ask)
  expect(calls).toEqual([1, 2])
  universal.note('2027-10-31T00:30:00Z')
  await universal.resolve(ask)
  expect(calls).toEqual([1, 2, 2, 1])
  await createDeadlines('PAR').resolve(ask)
  expect(calls).toHaveLength(4)
})

test('waits for an offset request in flight, even if there is nothing new to request', async () => {
  const deadlines = createDeadlines('PAR')
  const answering = Promise.withResolvers<string[]>()
  deadlines.note('2027-01-01T18:00:00')
  const first = deadlines.resolve(() => answering.promise)
  deadlines.note('2027-01-01T18:00:00')
  const second = deadlines.resolve(offsetsOf).then(() => deadlines.at('2027-01-01T18:00:00')?.text)
  answering.resolve(['+01:00'])
  await first
  expect(await second).toBe('2027-01-01T18:00:00+01:00')
})

const zones = ['Europe/Paris', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Kiritimati', 'UTC']
const inFiveYears = fc.integer({ min: Date.parse('2026-01-01') / 60_000, max: Date.parse('2031-01-01') / 60_000 })

test('keeps a UTC instant across clock changes, with the offset at that instant', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...zones), inFiveYears, async (zone, minutes) => {
      const ms = minutes * 60_000
      const found = await deadline(zone, new Date(ms).toISOString())
      expect(found?.ms).toBe(ms)
      expect(Date.parse(found?.text ?? '')).toBe(ms)
    }),
    { numRuns: 200 },
  )
})

test('converts a UTC instant to the local time of the hotel, also in the hours that a clock change repeats or skips', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...zones), inFiveYears, async (zone, minutes) => {
      const ms = minutes * 60_000
      expect((await deadline(zone, new Date(ms).toISOString()))?.text.slice(0, 19)).toBe(localTimeAt(zone, ms))
    }),
    { numRuns: 200 },
  )
  for (const zone of [...zones, 'Europe/London', 'America/New_York', 'Africa/Casablanca', 'Pacific/Chatham']) {
    const instants = quarterHoursAroundChanges(zone, 2027)
    const deadlines = createDeadlines(zone)
    for (const ms of instants) deadlines.note(new Date(ms).toISOString())
    await deadlines.resolve(offsetsOf)
    const found = instants.map((ms) => deadlines.at(new Date(ms).toISOString()))
    expect(found.map((each) => each?.text.slice(0, 19))).toEqual(instants.map((ms) => localTimeAt(zone, ms)))
    expect(found.map((each) => Date.parse(each?.text ?? ''))).toEqual(instants)
  }
})

/** Every quarter of an hour of the days around each clock change of a year. */
function quarterHoursAroundChanges(zone: string, year: number): number[] {
  const [first, dayMs] = [Date.UTC(year, 0, 1), 86_400_000]
  const offsetAt = (ms: number) => Date.parse(`${localTimeAt(zone, ms)}Z`) - ms
  const days = Array.from({ length: 365 }, (_, day) => first + day * dayMs)
  return days
    .filter((day) => offsetAt(day) !== offsetAt(day + dayMs))
    .flatMap((day) => Array.from({ length: 4 * 72 }, (_, quarter) => day - dayMs + quarter * 900_000))
}

test.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '0000-01-01', '9999-12-31T23:59:59'])(
  'treats the placeholder %s as no deadline',
  async (given) => {
    expect(await deadline('Europe/Paris', given)).toBeUndefined()
  },
)

test('returns no deadline for an instant that is in another century in the hotel’s time', async () => {
  expect(await deadline('Europe/Paris', '2099-12-31T23:30:00Z')).toBeUndefined()
  expect(await deadline('America/New_York', '2000-01-01T00:30:00Z')).toBeUndefined()
})

test('keeps the day and hour of a local time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...zones), inFiveYears, async (zone, minutes) => {
      const local = new Date(minutes * 60_000).toISOString().slice(0, 19)
      expect((await deadline(zone, local))?.text).toBe(local + offsetOf(zone, local))
    }),
    { numRuns: 200 },
  )
})

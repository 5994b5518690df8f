import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLocalTimes } from './local-times.ts'
import { knownAirports, localTimeAt, offsetsOf } from './testing/flight-host.ts'
import { parseDuration, parseLocalTime, type Span, spanBetween } from './zoned-time.ts'

type Place = readonly [airport: string, localTime: string]

async function span([from, leaves]: Place, [to, lands]: Place, stated?: string): Promise<Span | undefined> {
  const times = createLocalTimes()
  const start = times.at(from, leaves)
  const end = times.at(to, lands)
  await times.resolve(offsetsOf)
  return start && end && spanBetween(start, end, parseDuration(stated))
}

describe('local times', () => {
  test.each([
    ['2027-03-15T11:30', '2027-03-15T11:30:00'],
    ['2027-03-15T11:30:45', '2027-03-15T11:30:45'],
    ['2027-03-15T11:30:00.000', '2027-03-15T11:30:00'],
    ['2028-02-29T00:00:00', '2028-02-29T00:00:00'],
  ])('reads %s', (given, text) => {
    expect(parseLocalTime('SEA', given)).toMatchObject({ airport: 'SEA', text })
  })

  test.each([
    '2027-02-29T10:00:00',
    '2027-04-31T10:00:00',
    '2027-13-01T10:00:00',
    '2027-03-15T24:00:00',
    '2027-03-15T11:60:00',
    '2027-03-15T11:30:00Z',
    '2027-03-15T11:30:00+01:00',
    '2027-03-15',
    '',
    null,
    20270315,
  ])('rejects %j', (given) => {
    expect(parseLocalTime('SEA', given)).toBeUndefined()
  })

  test('rejects the time of a place that is not an airport code', () => {
    for (const place of ['', 'SEAT', 'S1A', null, 5])
      expect(parseLocalTime(place, '2027-03-15T11:30:00')).toBeUndefined()
  })

  test('reads durations and rejects everything else', () => {
    expect(['PT14H15M', 'P1DT2H', 'PT50M', 'P', 'PT', '14:15', null].map(parseDuration)).toEqual([
      855,
      1560,
      50,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('the span between two local times', () => {
  test.each<[string, Place, Place, number, string, string]>([
    [
      'over the date line, arriving the previous day',
      ['AKL', '2027-01-10T09:00:00'],
      ['PPT', '2027-01-09T15:05:00'],
      305,
      '+13:00',
      '-10:00',
    ],
    [
      'over the date line, arriving before the departure by the clock',
      ['NRT', '2027-03-25T17:00:00'],
      ['SEA', '2027-03-25T10:15:00'],
      555,
      '+09:00',
      '-07:00',
    ],
    [
      'over a night when clocks go forward',
      ['SEA', '2027-03-14T01:00:00'],
      ['FAT', '2027-03-14T04:00:00'],
      120,
      '-08:00',
      '-07:00',
    ],
    [
      'over a night when clocks go back',
      ['SEA', '2027-11-06T23:30:00'],
      ['JFK', '2027-11-07T06:00:00'],
      270,
      '-07:00',
      '-05:00',
    ],
    [
      'with offsets of half and quarter hours',
      ['YYT', '2027-07-01T10:00:00'],
      ['KTM', '2027-07-02T10:00:00'],
      945,
      '-02:30',
      '+05:45',
    ],
  ])('%s', async (_title, from, to, minutes, fromOffset, toOffset) => {
    expect(await span(from, to)).toMatchObject({
      minutes,
      from: { text: from[1] + fromOffset },
      to: { text: to[1] + toOffset },
    })
  })

  test('the stated duration chooses the UTC offset when the local time occurs twice', async () => {
    const leaves: Place = ['HNL', '2027-11-06T17:00:00']
    const lands: Place = ['FAT', '2027-11-07T01:30:00']
    expect(await span(leaves, lands, 'PT5H30M')).toMatchObject({
      minutes: 330,
      to: { text: '2027-11-07T01:30:00-07:00' },
    })
    expect(await span(leaves, lands, 'PT6H30M')).toMatchObject({
      minutes: 390,
      to: { text: '2027-11-07T01:30:00-08:00' },
    })
    expect(await span(leaves, lands)).toMatchObject({ minutes: 330 })
  })

  test('ignores a wrong stated duration when the local time is unambiguous', async () => {
    expect(await span(['SEA', '2027-03-15T11:30:00'], ['NRT', '2027-03-16T14:10:00'], 'PT1H')).toMatchObject({
      minutes: 640,
    })
  })

  test('rejects an arrival at or before the departure', async () => {
    expect(await span(['LHR', '2027-07-01T10:00:00'], ['CDG', '2027-07-01T11:00:00'])).toBeUndefined()
    expect(await span(['LHR', '2027-07-01T10:00:00'], ['LHR', '2027-07-01T09:00:00'])).toBeUndefined()
  })

  test('every flight between two airports keeps its duration and instants, also when clocks change', async () => {
    const changes = ['2027-03-14', '2027-03-28', '2027-04-04', '2027-09-05', '2027-10-03', '2027-10-31', '2027-11-07']
    const nearChange = fc
      .record({ day: fc.constantFrom(...changes), minutes: fc.integer({ min: -1440, max: 2880 }) })
      .map(({ day, minutes }) => Date.parse(`${day}T00:00:00Z`) / 60_000 + minutes)
    const airport = fc.constantFrom(...knownAirports)
    const flight = fc.record({
      from: airport,
      to: airport,
      leaves: nearChange,
      lasts: fc.integer({ min: 1, max: 1080 }),
    })
    await fc.assert(
      fc.asyncProperty(flight, async ({ from, to, leaves, lasts }) => {
        const stated = `PT${Math.floor(lasts / 60)}H${lasts % 60}M`
        const found = await span([from, localTimeAt(from, leaves)], [to, localTimeAt(to, leaves + lasts)], stated)
        expect(found?.minutes).toBe(lasts)
        for (const end of found ? [found.from, found.to] : []) expect(Date.parse(end.text) / 60_000).toBe(end.minutes)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the offsets of an answer', () => {
  test('come from one call, which contains each time only once', async () => {
    const times = createLocalTimes()
    for (let round = 0; round < 3; round++) {
      times.at('SEA', '2027-03-15T11:30:00')
      times.at('NRT', '2027-03-16T14:10:00')
    }
    const calls: string[][] = []
    await times.resolve((pairs) => {
      calls.push(pairs.map((pair) => pair.join(' ')))
      return offsetsOf(pairs)
    })
    // With the offsets of two weeks before and after.
    expect(calls).toEqual([
      [
        ...['SEA 2027-03-01T11:30:00', 'SEA 2027-03-29T11:30:00', 'SEA 2027-03-15T11:30:00'],
        ...['NRT 2027-03-02T14:10:00', 'NRT 2027-03-30T14:10:00', 'NRT 2027-03-16T14:10:00'],
      ],
    ])
  })

  test('are found for all other airports if one airport is unknown', async () => {
    const times = createLocalTimes()
    const known = knownAirports.map((airport) => times.at(airport, '2027-03-15T11:30:00'))
    const unknown = times.at('QQQ', '2027-03-15T11:30:00')
    await times.resolve(offsetsOf)
    expect(known.every((time) => time?.instants.length === 1)).toBe(true)
    expect(unknown?.instants).toEqual([])
  })

  test('are unknown after one call if the host has no zones', async () => {
    const times = createLocalTimes()
    const known = knownAirports.map((airport) => times.at(airport, '2027-03-15T11:30:00'))
    let calls = 0
    await times.resolve(async () => {
      calls += 1
      throw new RangeError('no')
    })
    expect(calls).toBe(1)
    expect(known.every((time) => time?.instants.length === 0)).toBe(true)
  })
})

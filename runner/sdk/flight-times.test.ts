import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BrokenOffer } from './broken-offer.ts'
import { createFlightTimes } from './flight-times.ts'
import { createLocalTimes } from './local-times.ts'
import { knownAirports, localTimeAt, offsetOf } from './testing/flight-host.ts'
import { parseDuration } from './zoned-time.ts'

type Flight = {
  readonly from: string
  readonly leaves: string
  readonly to: string
  readonly lands: string
  readonly stated?: string | undefined
}
const flight = (from: string, leaves: string, to: string, lands: string, stated?: string): Flight => ({
  from,
  leaves,
  to,
  lands,
  stated,
})
/** Minutes by which the host's zone of an airport is wrong, or `unknown` if the host lacks the airport. */
type Wrong = Readonly<Record<string, number | 'unknown'>>

const two = (part: number) => String(part).padStart(2, '0')
const formatted = (minutes: number) =>
  `${minutes < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
const minutesOf = (offset: string) =>
  (offset.startsWith('-') ? -1 : 1) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4)))

/** The flights of one answer, by direction, with the offsets of a host. */
async function resolved(directions: readonly (readonly Flight[])[], wrong: Wrong) {
  const times = createLocalTimes()
  const given = directions.map((flights) =>
    flights.map(({ from, leaves, to, lands, stated }) => ({
      leaves: times.at(from, leaves),
      lands: times.at(to, lands),
      duration: stated,
    })),
  )
  await times.resolve(async (pairs) =>
    pairs.map(([airport, time]) => {
      const by = wrong[airport] ?? 0
      if (by === 'unknown') return null
      return formatted(minutesOf(offsetOf(airport, time)) + by)
    }),
  )
  return given
}

/** The spans of each direction of one answer, and what the operator is told. */
async function spansOf(directions: readonly (readonly Flight[])[], wrong: Wrong = {}) {
  const given = await resolved(directions, wrong)
  const flightTimes = createFlightTimes()
  return { spans: given.map((flights) => flightTimes.spansOf(flights)), findings: flightTimes.findings() }
}
const spanOf = async (one: Flight, wrong?: Wrong) => {
  const { spans, findings } = await spansOf([[one]], wrong)
  return { span: spans[0]?.[0], findings }
}

const isoOf = (minutes: number) => `PT${Math.floor(minutes / 60)}H${minutes % 60}M`
const seattleToTokyo = flight('SEA', '2027-03-15T11:30:00', 'NRT', '2027-03-16T14:10:00', 'PT10H40M')
const shortHop = flight('SEA', '2027-03-15T12:00:00', 'FAT', '2027-03-15T14:10:00', 'PT2H10M')

describe('the stated duration counts', () => {
  test('if the zone has the offset that it gives in the weeks around', async () => {
    // By the airline, clocks have not changed yet.
    const early = flight('SEA', '2027-03-15T12:00:00', 'NRT', '2027-03-16T14:10:00', 'PT9H10M')
    expect(await spanOf(early)).toEqual({
      span: {
        from: { minutes: expect.any(Number), text: '2027-03-15T12:00:00-08:00' },
        to: { minutes: expect.any(Number), text: '2027-03-16T14:10:00+09:00' },
        minutes: 550,
      },
      findings: ['stated durations contradict the time zones of SEA'],
    })
  })

  test('if the host does not know an airport, at either end', async () => {
    for (const airport of ['SEA', 'NRT']) {
      expect(await spanOf(seattleToTokyo, { [airport]: 'unknown' })).toMatchObject({
        span: { minutes: 640, from: { text: '2027-03-15T11:30:00-07:00' }, to: { text: '2027-03-16T14:10:00+09:00' } },
        findings: [`our airport data lacks ${airport}`],
      })
    }
  })

  test('for flights between two unknown airports that connect to known ones', async () => {
    const flights = [
      flight('JFK', '2027-03-15T20:00:00', 'LHR', '2027-03-16T07:00:00', 'PT7H'),
      flight('LHR', '2027-03-16T09:00:00', 'CDG', '2027-03-16T11:15:00', 'PT1H15M'),
      flight('CDG', '2027-03-16T12:00:00', 'MAD', '2027-03-16T14:05:00', 'PT2H5M'),
    ]
    const { spans, findings } = await spansOf([flights], { LHR: 'unknown', CDG: 'unknown' })
    expect(spans).toMatchObject([
      [
        { minutes: 420, to: { text: '2027-03-16T07:00:00+00:00' } },
        { minutes: 75, from: { text: '2027-03-16T09:00:00+00:00' }, to: { text: '2027-03-16T11:15:00+01:00' } },
        { minutes: 125, from: { text: '2027-03-16T12:00:00+01:00' } },
      ],
    ])
    expect(findings).toEqual(['our airport data lacks LHR, CDG'])
  })
})

describe('the zones count', () => {
  test('if no duration is stated', async () => {
    expect((await spanOf({ ...seattleToTokyo, stated: undefined })).span?.minutes).toBe(640)
  })

  test.each([
    ['PT1H', 60],
    ['P9DT1H', 13_020],
    ['PT99H', 5940],
    // These give Tokyo +10:15 and +08:30.
    ['PT9H25M', 565],
    ['PT11H10M', 670],
  ])('if no zone can explain the stated duration, which is kept beside its own: %s', async (stated, minutes) => {
    expect(await spanOf({ ...seattleToTokyo, stated })).toMatchObject({
      span: { minutes: 640, stated: minutes, to: { text: '2027-03-16T14:10:00+09:00' } },
      findings: ['stated durations contradict the time zones of SEA–NRT'],
    })
  })

  test('of airports that never had the offsets, and of each flight of a connection', async () => {
    const flights = [
      flight('LHR', '2027-01-16T09:00:00', 'CDG', '2027-01-16T11:15:00', 'PT45M'),
      flight('CDG', '2027-01-16T12:00:00', 'MAD', '2027-01-16T14:05:00', 'PT2H5M'),
    ]
    expect((await spansOf([flights])).spans[0]).toEqual([
      expect.objectContaining({
        minutes: 75,
        stated: 45,
        to: expect.objectContaining({ text: '2027-01-16T11:15:00+01:00' }),
      }),
      expect.not.objectContaining({ stated: expect.anything() }),
    ])
  })
})

describe('an offer cannot be read', () => {
  const reasonOf = async (flights: readonly Flight[], wrong: Wrong = {}) => {
    const [given = []] = await resolved([flights], wrong)
    const flightTimes = createFlightTimes()
    try {
      return flightTimes.spansOf(given)
    } catch (error) {
      if (!(error instanceof BrokenOffer)) throw error
      return [error.message, flightTimes.metadata().unknown_airports ?? []]
    }
  }

  test('if a flight arrives before it leaves, and no zone explains that', async () => {
    const loop = flight('LHR', '2027-03-15T16:38:02', 'LHR', '2027-03-15T16:38:02', 'PT2H26M')
    for (const one of [loop, { ...loop, stated: undefined }, { ...shortHop, lands: '2027-03-14T10:00:00' }]) {
      expect(await reasonOf([one])).toEqual(['arrives before it leaves', []])
    }
  })

  test('if it needs the zone of an airport that the host does not know, and the answer names that', async () => {
    const needs = 'an airport that our data lacks'
    expect(await reasonOf([{ ...seattleToTokyo, stated: undefined }], { NRT: 'unknown' })).toEqual([needs, ['NRT']])
    expect(await reasonOf([seattleToTokyo], { SEA: 'unknown', NRT: 'unknown' })).toEqual([needs, ['SEA', 'NRT']])
  })

  test('if a flight has no time', async () => {
    expect(await reasonOf([{ ...shortHop, leaves: 'soon' }])).toEqual(['no departure', []])
    expect(await reasonOf([{ ...shortHop, lands: '' }])).toEqual(['no arrival', []])
  })
})

test('names an airport once, and at most 20', () => {
  const flightTimes = createFlightTimes()
  const at = (airport: string, hour: number) => ({
    airport,
    text: `2027-03-15T${two(hour)}:00:00`,
    wallMinutes: hour * 60,
    instants: airport === 'SEA' ? [{ minutes: hour * 60 + 420, text: '' }] : [],
    offsets: new Set(airport === 'SEA' ? [-420] : []),
  })
  for (const round of [1, 2])
    for (let index = 0; index < 25; index++) {
      const airport = `Q${String.fromCharCode(65 + index)}Q`
      flightTimes.spansOf([{ leaves: at('SEA', round), lands: at(airport, round + 2), duration: 'PT2H' }])
    }
  expect(
    flightTimes
      .findings()
      .join()
      .match(/Q[A-Z]Q/g),
  ).toHaveLength(20)
  expect(flightTimes.metadata().unknown_airports).toHaveLength(20)
})

describe('for any journey', () => {
  const start = fc.integer({ min: Date.UTC(2027, 0, 1) / 60_000, max: Date.UTC(2027, 11, 31) / 60_000 })
  /** Of three airports, two agree when the zone of one is wrong. */
  const journey = fc
    .record({
      airports: fc.uniqueArray(fc.constantFrom(...knownAirports), { minLength: 3, maxLength: 5 }),
      start,
      lasts: fc.array(fc.integer({ min: 30, max: 1080 }), { minLength: 4, maxLength: 4 }),
      waits: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 4, maxLength: 4 }),
    })
    .map(({ airports, start, lasts, waits }) => {
      let at = start
      const instants: number[] = []
      const flights = airports.slice(1).map((to, index): Flight => {
        const from = airports[index] ?? to
        const [lasting = 30, waiting = 0] = [lasts[index], waits[index]]
        const [leaves, lands] = [at, at + lasting]
        at = lands + waiting
        instants.push(leaves, lands)
        return flight(from, localTimeAt(from, leaves), to, localTimeAt(to, lands), isoOf(lasting))
      })
      return { flights, instants, airports }
    })
  /** In an hour that occurs twice, the local times of a wait do not tell how long it is. */
  const isClear = ({ flights, instants }: { flights: Flight[]; instants: number[] }) =>
    flights.every(({ from, to, leaves, lands }, index) =>
      [
        [from, leaves, instants[2 * index]],
        [to, lands, instants[2 * index + 1]],
      ].every(
        ([airport, time, instant]) => Date.parse(`${time}${offsetOf(`${airport}`, `${time}`)}`) / 60_000 === instant,
      ),
    )

  test('wrong stated durations give no airport an offset that its zone has not in those weeks', async () => {
    const wrongBy = fc.integer({ min: -12, max: 12 }).filter((quarters) => quarters !== 0)
    await fc.assert(
      fc.asyncProperty(journey.filter(isClear), fc.nat(), wrongBy, async ({ flights }, pick, by) => {
        const given = flights.map((one, at) => {
          const minutes = parseDuration(one.stated) ?? 0
          return at === pick % flights.length ? { ...one, stated: isoOf(Math.max(1, minutes + by * 15)) } : one
        })
        const { spans, findings } = await spansOf([given])
        for (const [at, { from, to, minutes }] of spans.flat().entries()) {
          expect(minutes).toBe(to.minutes - from.minutes)
          const places = [given[at]?.from ?? '', given[at]?.to ?? '']
          for (const [side, end] of [from, to].entries()) {
            const near = [-14, 0, 14].map((days) => {
              const wall = Date.parse(`${end.text.slice(0, 19)}Z`) + days * 86_400_000
              return offsetOf(places[side] ?? '', new Date(wall).toISOString().slice(0, 19))
            })
            expect(near).toContain(end.text.slice(19))
          }
        }
        expect(findings).toHaveLength(1)
      }),
    )
  })

  test('with any local times and durations, each flight arrives after it leaves at its local times, or the offer is unreadable', async () => {
    const localTime = fc
      .date({ min: new Date('2027-03-10'), max: new Date('2027-03-20'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 19))
    const airport = fc.constantFrom('SEA', 'NRT', 'LHR', 'KTM', 'QQQ')
    const any = fc.record({
      from: airport,
      leaves: localTime,
      to: airport,
      lands: localTime,
      stated: fc.option(fc.integer({ min: 0, max: 4000 }).map(isoOf), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(any, { minLength: 1, maxLength: 4 }), async (flights) => {
        const read = await spansOf([flights], { QQQ: 'unknown' }).catch((error) => {
          expect(error).toBeInstanceOf(BrokenOffer)
          return { spans: [] }
        })
        for (const [index, { from, to, minutes }] of read.spans.flat().entries()) {
          expect(minutes).toBeGreaterThan(0)
          expect([from.text.slice(0, 19), to.text.slice(0, 19)]).toEqual([
            flights[index]?.leaves,
            flights[index]?.lands,
          ])
          for (const end of [from, to]) expect(end.text).toMatch(/[+-](0\d|1[0-4]):[0-5]\d$/)
        }
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FlightLeg, FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { comparable } from '../results/comparable.ts'
import { type AirportsByPlace, isForTrip } from './flight-offer.ts'
import { readFlights } from './read-flights.ts'
import { ams, aua, ewr, makeFlight, makeLeg, selfTransferInNewark, viaNewark } from './testing-flights.ts'

const about = { source: 's', data: 'live', cached: false, fetchedAtMs: 0 } as const
const read = (...results: unknown[]) => readFlights(results, about)
const ids = (...results: unknown[]) => read(...results).offers.map(({ flight }) => flight.id)

describe('reading the offers of an untrusted answer', () => {
  const nonstop = makeLeg('2027-02-13', [ams, aua], [[600, 1200]])
  const [first, second] = viaNewark.segments
  if (!first || !second) throw new Error('The leg does not have two segments')
  const tooEarly = { ...second, departure: { ...second.departure, time: '2027-02-13T11:00:00-05:00' } }
  const swapped = { ...nonstop.segments[0], departure: nonstop.arrival, arrival: nonstop.departure }

  it.each([
    ['a negative price', { price: { amount: -1, currency: 'USD' } }],
    ['a price of zero', { price: { amount: 0, currency: 'USD' } }],
    ['a price that is not a number', { price: { amount: Number.NaN, currency: 'USD' } }],
    ['an absurdly high price', { price: { amount: 1e300, currency: 'USD' } }],
    ['an invalid currency', { price: { amount: 1, currency: '<b>' } }],
    ['an arrival before its departure', { legs: [{ ...nonstop, segments: [swapped] }] }],
    [
      'a flight that departs before the previous one has landed',
      { legs: [{ ...viaNewark, segments: [second, first] }] },
    ],
    [
      'a flight that departs while the previous one is in the air',
      { legs: [{ ...viaNewark, segments: [first, tooEarly] }] },
    ],
    ['a leg that ends elsewhere than its flights', { legs: [{ ...viaNewark, segments: [first] }] }],
    ['a way back before the way out', { legs: [makeLeg('2027-02-21', [ams, aua], [[600, 1200]]), nonstop] }],
    ['a leg of more than a week', { legs: [makeLeg('2027-02-13', [ams, aua], [[600, 12_000]])] }],
    ['no leg', { legs: [] }],
    ['a booking link that is a script', { booking_url: 'javascript:alert(1)' }],
  ])('leaves out and counts an offer with %s', (_, change) => {
    const hostile = { ...makeFlight('hostile'), ...change }
    expect(read(hostile, makeFlight('fine'))).toMatchObject({ offers: [{ flight: { id: 'fine' } }], leftOut: 1 })
  })

  it.each([null, 7, 'text', [], {}, { id: 'x' }, [[]]])('leaves out %j', (result) => {
    expect(read(result)).toEqual({ offers: [], leftOut: 1 })
  })

  it('recomputes durations, waits and stops from instants, whatever the provider states', () => {
    const lying = { ...viaNewark, duration_minutes: 1, stops: 0, layovers: [] }
    const segments = viaNewark.segments.map((segment) => ({ ...segment, duration_minutes: 9999 }))
    const { offers } = read(makeFlight('lying', { legs: [{ ...lying, segments }], stops: 0, duration_minutes: 1 }))
    expect(offers[0]?.flight).toMatchObject({ stops: 1, duration_minutes: 890, legs: [viaNewark] })
  })

  it('keeps a self-transfer that the provider states, but only at the airport that it names', () => {
    const legOf = (leg: FlightLeg) => read(makeFlight('1', { legs: [leg] })).offers[0]?.flight.legs[0]
    expect(legOf(selfTransferInNewark)).toEqual(selfTransferInNewark)
    const elsewhere = selfTransferInNewark.layovers.map((layover) => ({ ...layover, airport: 'JFK' }))
    expect(legOf({ ...viaNewark, layovers: elsewhere })).toEqual(viaNewark)
  })

  it('merges repeats of an offer, and keeps the cheapest of different offers with the same id, in any order', () => {
    const [dear, cheap] = [900, 400].map((amount) => makeFlight('1', { price: { amount, currency: 'USD' } }))
    expect(read(dear, dear)).toMatchObject({ offers: [{ flight: { price: { amount: 900 } } }], leftOut: 0 })
    expect(read(dear, cheap)).toEqual(read(cheap, dear))
    expect(read(dear, cheap)).toMatchObject({ offers: [{ flight: { price: { amount: 400 } } }], leftOut: 1 })
  })

  it('truncates texts and makes them well-formed, without direction marks or line breaks; keeps tags as text', () => {
    const hostile = makeFlight('a\ud800', {
      airline: '\u202eevil\u0000\u2066 air\n<script>alert(1)</script>',
      fare: { brand: 'x'.repeat(5000) },
    })
    const [offer] = read(hostile).offers
    expect(offer?.key).toBe('s~a\ufffd')
    expect(offer?.flight.airline).toBe('evil air <script>alert(1)</script>')
    expect(offer?.flight.fare?.brand?.length).toBe(300)
    expect(() => encodeURIComponent(offer?.key ?? '')).not.toThrow()
  })

  it('reads one thousand of ten thousand results and counts the rest', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => makeFlight(`${at}`))
    const { offers, leftOut } = readFlights(many, about)
    expect([offers.length, leftOut]).toEqual([1000, 9000])
  })

  it('shows well-formed text that matches the contract, whatever text an offer has', () => {
    let shown = 0
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (id, name) => {
        const { offers } = read({ ...makeFlight(id), airline: `${name}\udc00`, provider: name })
        shown += offers.length
        for (const { key, flight } of offers) {
          expect(JSON.stringify([key, flight]).isWellFormed()).toBe(true)
          expect(FlightResult.safeParse(flight).success).toBe(true)
          expect(flight.airline).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
        }
      }),
    )
    expect(shown).toBeGreaterThan(0)
  })

  it('does not change its input, which is cached for all requests', () => {
    const { technical_stops: _, ...segment } = { ...first, aircraft: { code: '\u202e', name: '\u0000' } }
    const given = { ...makeFlight('1'), legs: [{ ...viaNewark, segments: [segment, second] }] }
    const before = structuredClone(given)
    expect(read(given).offers[0]?.flight.legs[0]?.segments[0]).toMatchObject({ technical_stops: 0 })
    expect(given).toEqual(before)
  })

  it('accepts unknown fields of any depth', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    expect(ids({ ...makeFlight('deep'), unknown: deep })).toEqual(['deep'])
  })

  it('returns the same offer for an offer that was already read', () => {
    const [offer] = read(makeFlight('1')).offers
    expect(read(offer?.flight).offers).toEqual([offer])
    expect(ids(makeFlight('1'), makeFlight('2'))).toEqual(['1', '2'])
  })
})

describe('a comparison has one currency and one trip', () => {
  const date = '2027-02-13'
  const airports: AirportsByPlace = { AMS: ['AMS', 'RTM'], AUA: ['AUA'] }
  const oneWay = [{ origin: 'AMS', destination: 'AUA', date }]
  const roundTrip = [...oneWay, { origin: 'AUA', destination: 'AMS', date: '2027-02-21' }]
  const compare = (flights: FlightResult[], currency = 'USD', slices = oneWay) => {
    const { offers, ...rest } = comparable(readFlights(flights, about).offers, {
      currency,
      fits: isForTrip(slices, airports),
    })
    return { ...rest, ids: offers.map(({ flight }) => flight.id) }
  }

  it('a one-way trip does not answer a round-trip search', () => {
    expect(compare([makeFlight('a', { legs: [viaNewark] })], 'USD', roundTrip)).toMatchObject({
      ids: [],
      unasked: 1,
    })
  })

  it('leaves out flights on another day, and from or to airports outside the region', () => {
    const from = (day: string, at: typeof ams, to: typeof ams) =>
      makeFlight(`${day} ${at.airport} ${to.airport}`, { legs: [makeLeg(day, [at, to], [[600, 1200]])] })
    const rtm = { ...ams, airport: 'RTM' }
    const made = [from(date, ams, aua), from(date, rtm, aua), from('2027-02-14', ams, aua), from(date, ewr, aua)]
    expect(compare([...made, from(date, ams, ewr)])).toMatchObject({
      ids: [`${date} AMS AUA`, `${date} RTM AUA`],
      unasked: 3,
    })
  })

  it('uses the day in the local time of the departure airport', () => {
    const late = makeFlight('late', { legs: [makeLeg(date, [ams, aua], [[1430, 2000]])] })
    // 00:30 in Amsterdam is still the day before in UTC.
    const early = makeFlight('early', { legs: [makeLeg(date, [ams, aua], [[30, 600]])] })
    expect(compare([late, early]).ids).toEqual(['late', 'early'])
  })

  it('never mixes currencies or types of trip, and counts everything left out', () => {
    const list = fc.array(fc.record({ currency: fc.constantFrom('USD', 'EUR', 'JPY'), legs: fc.constantFrom(1, 2) }))
    fc.assert(
      fc.property(list, fc.constantFrom('USD', 'CHF'), (made, asked) => {
        const back = makeLeg('2027-02-21', [aua, ams], [[600, 900]])
        const flights = made.map(({ currency, legs }, at) =>
          makeFlight(`${at}`, { price: { amount: 1, currency }, legs: [viaNewark, back].slice(0, legs) }),
        )
        const { offers } = readFlights(flights, about)
        const round = { currency: asked, fits: isForTrip(roundTrip, airports) }
        const result = comparable(offers, round)
        expect(new Set(result.offers.map(({ flight }) => flight.price.currency)).size).toBeLessThanOrEqual(1)
        expect(result.offers.filter(({ flight }) => flight.legs.length !== 2)).toEqual([])
        const others = result.otherCurrencies.reduce((sum, { count }) => sum + count, 0)
        expect(result.offers.length + others + result.unasked).toBe(made.length)
        expect(comparable(offers.toReversed(), round).currency).toBe(result.currency)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { busiestAirports } from '#lib/places/busiest.ts'
import { createPlaces } from '#lib/places/places.ts'
import { minorDigits, toMinorUnits } from '#lib/travel/money.ts'
import { addDays, parseDurationMinutes } from '#lib/travel/offset-time.ts'
import { toInstantMs } from '#lib/travel/zoned-time.ts'
import { type FlightOffer, flightOffersAnswerSchema, type Segment } from '../wire.ts'
import { createOfferGenerator } from './generate-offers.ts'
import type { FlightSearch } from './search.ts'

const places = createPlaces()
const generate = createOfferGenerator(places)
const now = Date.UTC(2026, 10, 20, 12)

function search(from: string, to: string, changes: Partial<FlightSearch> = {}): FlightSearch {
  return {
    origins: places.byCode(from)?.airports ?? [],
    destinations: places.byCode(to)?.airports ?? [],
    departureDate: '2027-01-05',
    returnDate: undefined,
    adults: 1,
    children: 0,
    infants: 0,
    travelClass: undefined,
    includedAirlines: undefined,
    excludedAirlines: undefined,
    nonStop: false,
    currency: 'USD',
    maxPrice: undefined,
    max: 250,
    ...changes,
  }
}

const cents = (amount: string, currency: string) => toMinorUnits(amount, minorDigits(currency)) ?? Number.NaN
const instant = (point: { iataCode: string; at: string }) =>
  toInstantMs(places.zoneOf(point.iataCode) ?? '', point.at) ?? Number.NaN
const minutes = (from: number, to: number) => (to - from) / 60_000

/** A local time without offset may be read an hour too early where it occurs twice, on the day that clocks go back. */
const DOUBT_MINUTES = 60
const SHORTEST_CHANGE_MINUTES = 45

function agrees(measured: number, told: number | undefined): boolean {
  return told !== undefined && [0, DOUBT_MINUTES / 2, DOUBT_MINUTES].includes(Math.abs(measured - told))
}

/** Clocks go back on some nights of spring and autumn; on all other days every reading is exact. */
function isChangeover(at: string): boolean {
  return ['03', '04', '10', '11'].includes(at.slice(5, 7))
}

function checkItinerary(
  segments: readonly Segment[],
  duration: string,
  from: readonly string[],
  to: readonly string[],
) {
  const first = segments[0]
  const last = segments.at(-1)
  if (first === undefined || last === undefined) throw new Error('an itinerary without segments')
  expect(from).toContain(first.departure.iataCode)
  expect(to).toContain(last.arrival.iataCode)
  let previous: Segment | undefined
  const shortest = SHORTEST_CHANGE_MINUTES - (isChangeover(first.departure.at) ? DOUBT_MINUTES : 0)
  for (const segment of segments) {
    const flown = minutes(instant(segment.departure), instant(segment.arrival))
    expect(flown).toBeGreaterThan(0)
    expect(agrees(flown, parseDurationMinutes(segment.duration))).toBe(true)
    if (previous !== undefined) {
      expect(segment.departure.iataCode).toBe(previous.arrival.iataCode)
      expect(minutes(instant(previous.arrival), instant(segment.departure))).toBeGreaterThanOrEqual(shortest)
    }
    previous = segment
  }
  expect(agrees(minutes(instant(first.departure), instant(last.arrival)), parseDurationMinutes(duration))).toBe(true)
  expect(new Set(segments.flatMap((segment) => segment.departure.iataCode)).size).toBe(segments.length)
}

function checkPrices(offer: FlightOffer, { adults, children, infants, currency }: FlightSearch) {
  const { price, travelerPricings } = offer
  expect(travelerPricings.map(({ travelerType }) => travelerType)).toEqual([
    ...Array.from({ length: adults }, () => 'ADULT'),
    ...Array.from({ length: children }, () => 'CHILD'),
    ...Array.from({ length: infants }, () => 'HELD_INFANT'),
  ])
  const sum = (part: 'total' | 'base') =>
    travelerPricings.reduce((total, traveler) => total + cents(traveler.price[part], currency), 0)
  expect(cents(price.total, currency)).toBe(sum('total'))
  expect(cents(price.base, currency)).toBe(sum('base'))
  expect(price.grandTotal).toBe(price.total)
  expect(cents(price.base, currency)).toBeLessThan(cents(price.total, currency))
  expect(price.currency).toBe(currency)
  const ids = offer.itineraries.flatMap(({ segments }) => segments.map(({ id }) => id))
  for (const traveler of travelerPricings) {
    expect(traveler.fareDetailsBySegment.map(({ segmentId }) => segmentId)).toEqual(ids)
    expect(traveler.price.currency).toBe(currency)
  }
  const adultsHolding = travelerPricings.flatMap(({ associatedAdultId }) => associatedAdultId ?? [])
  expect(new Set(adultsHolding).size).toBe(infants)
}

describe('generated offers', () => {
  test('are the same for the same search, also from another generator', () => {
    const wanted = search('SEA', 'NRT', { returnDate: '2027-01-12', adults: 2, children: 1 })
    expect(createOfferGenerator(places)(wanted, now)).toEqual(generate(wanted, now))
    expect(generate(wanted, now + 3_600_000).data).toEqual(generate(wanted, now).data)
  })

  test.each([
    ['SEA', 'NRT'],
    ['LON', 'NYC'],
    ['AUA', 'AMS'],
    ['JFK', 'LAX'],
    ['AKL', 'MAD'],
    ['PAR', 'TYO'],
    ['TFS', 'HBA'],
    ['DEL', 'YVR'],
  ])('from %s to %s are 8 to 40, the cheapest first', (from, to) => {
    const { data } = generate(search(from, to), now)
    expect(data.length).toBeGreaterThanOrEqual(8)
    expect(data.length).toBeLessThanOrEqual(40)
    const prices = data.map(({ price }) => cents(price.grandTotal, 'USD'))
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(data.map(({ id }) => id)).toEqual(data.map((_, at) => String(at + 1)))
  })

  test('keep the wire shape, the clocks, the prices and the dictionaries right for any search', () => {
    const airport = fc.constantFrom(...busiestAirports.filter((code) => places.airport(code) !== undefined))
    const place = fc.oneof(airport, fc.constantFrom('LON', 'NYC', 'TYO', 'SHA', 'AKI', 'WGA', 'IPC', 'LYR', 'BON'))
    const anySearch = fc
      .record({
        from: place,
        to: place,
        ahead: fc.integer({ min: 0, max: 330 }),
        stay: fc.option(fc.integer({ min: 0, max: 30 })),
        adults: fc.integer({ min: 1, max: 4 }),
        children: fc.integer({ min: 0, max: 3 }),
        travelClass: fc.option(fc.constantFrom('ECONOMY', 'PREMIUM_ECONOMY', 'BUSINESS', 'FIRST'), { nil: undefined }),
        nonStop: fc.boolean(),
        currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'IDR', 'AWG'),
      })
      .filter(({ from, to }) => from !== to)
    fc.assert(
      fc.property(anySearch, ({ from, to, ahead, stay, ...rest }) => {
        const departureDate = addDays('2026-11-21', ahead)
        const returnDate = stay === null ? undefined : addDays(departureDate, stay)
        const wanted = search(from, to, { ...rest, infants: rest.adults - 1, departureDate, returnDate })
        const { data, dictionaries } = generate(wanted, now)
        flightOffersAnswerSchema.parse({ meta: { count: data.length }, data, dictionaries })
        for (const offer of data) {
          const [out, back] = offer.itineraries
          expect(offer.itineraries).toHaveLength(returnDate === undefined ? 1 : 2)
          if (out === undefined) throw new Error('an offer without itineraries')
          checkItinerary(out.segments, out.duration, wanted.origins, wanted.destinations)
          expect(out.segments[0]?.departure.at.slice(0, 10)).toBe(departureDate)
          if (back !== undefined) {
            checkItinerary(back.segments, back.duration, wanted.destinations, wanted.origins)
            const landed = out.segments.at(-1)?.arrival
            const leaves = back.segments[0]?.departure
            expect(leaves?.at.slice(0, 10)).toBe(returnDate)
            if (landed && leaves) expect(minutes(instant(landed), instant(leaves))).toBeGreaterThan(0)
          }
          if (wanted.nonStop) for (const { segments } of offer.itineraries) expect(segments).toHaveLength(1)
          checkPrices(offer, wanted)
          expect(offer.lastTicketingDate <= departureDate).toBe(true)
          expect(offer.numberOfBookableSeats).toBeGreaterThanOrEqual(wanted.adults + wanted.children)
          for (const { departure, arrival, carrierCode, aircraft } of offer.itineraries.flatMap((i) => i.segments)) {
            expect(dictionaries?.locations).toHaveProperty(departure.iataCode)
            expect(dictionaries?.locations).toHaveProperty(arrival.iataCode)
            expect(dictionaries?.carriers).toHaveProperty(carrierCode)
            expect(dictionaries?.aircraft).toHaveProperty(aircraft.code)
          }
        }
      }),
      { numRuns: 40 },
    )
  }, 60_000)

  test('keep most of the flight time in the wanted cabin or a better one', () => {
    const { data } = generate(search('LHR', 'SIN', { travelClass: 'BUSINESS' }), now)
    expect(data.length).toBeGreaterThan(0)
    for (const { itineraries, travelerPricings } of data) {
      const cabins = travelerPricings[0]?.fareDetailsBySegment.map(({ cabin }) => cabin) ?? []
      const flown = itineraries.flatMap(({ segments }) =>
        segments.map(({ duration }) => parseDurationMinutes(duration) ?? 0),
      )
      const front = flown.filter((_, at) => ['BUSINESS', 'FIRST'].includes(cabins[at] ?? ''))
      const total = (list: number[]) => list.reduce((sum, value) => sum + value, 0)
      expect(total(front) * 2).toBeGreaterThanOrEqual(total(flown))
    }
  })

  test('respect airlines, price limit and maximum', () => {
    const carriers = (changes: Partial<FlightSearch>) =>
      new Set(
        generate(search('LON', 'NYC', changes), now).data.flatMap(({ itineraries }) =>
          itineraries.flatMap(({ segments }) => segments.map(({ carrierCode }) => carrierCode)),
        ),
      )
    expect(carriers({ includedAirlines: new Set(['BA']) })).toEqual(new Set(['BA']))
    expect(carriers({ excludedAirlines: new Set(['BA', 'VS']) }).has('BA')).toBe(false)
    expect(generate(search('LON', 'NYC', { max: 3 }), now).data).toHaveLength(3)
    const [cheapest] = generate(search('LON', 'NYC'), now).data
    const limit = Math.ceil(Number(cheapest?.price.grandTotal))
    const affordable = generate(search('LON', 'NYC', { maxPrice: limit, adults: 2 }), now).data
    expect(affordable.length).toBeGreaterThan(0)
    for (const { price } of affordable) expect(Number(price.grandTotal)).toBeLessThanOrEqual(limit * 2)
    expect(generate(search('LON', 'NYC', { maxPrice: 1 }), now)).toEqual({ data: [] })
  })

  test('cost more in better cabins, near the date and over longer ways', () => {
    const cheapest = (from: string, to: string, changes: Partial<FlightSearch> = {}) =>
      Number(generate(search(from, to, changes), now).data[0]?.price.grandTotal)
    expect(cheapest('LHR', 'SIN', { travelClass: 'BUSINESS' })).toBeGreaterThan(2 * cheapest('LHR', 'SIN'))
    expect(cheapest('LHR', 'SIN')).toBeGreaterThan(cheapest('LHR', 'CDG'))
    const [soon, later] = [{ departureDate: '2026-11-21' }, { departureDate: '2027-01-09' }]
    expect(cheapest('JFK', 'LAX', soon)).toBeGreaterThan(cheapest('JFK', 'LAX', later))
    expect(cheapest('JFK', 'LAX', { adults: 2 })).toBe(2 * cheapest('JFK', 'LAX'))
  })

  test('of today have not left yet', () => {
    const evening = Date.UTC(2026, 10, 20, 19)
    const { data } = generate(search('LHR', 'AMS', { departureDate: '2026-11-20' }), evening)
    for (const { itineraries } of data) {
      const departure = itineraries[0]?.segments[0]?.departure
      if (departure) expect(instant(departure)).toBeGreaterThanOrEqual(evening + 3_600_000)
    }
  })

  test('are none between airports of one city', () => {
    expect(generate(search('LHR', 'LCY'), now)).toEqual({ data: [] })
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toMinorUnits } from '#lib/travel/model/exact-money.ts'
import { minorDigits } from '#lib/travel/model/money.ts'
import { addDays } from '#lib/travel/model/offset-time.ts'
import { busiestAirports } from '#lib/travel/server/places/busiest.ts'
import type { FlightOffer } from './answer/write-offer.ts'
import type { Segment } from './answer/write-segment.ts'
import { createOfferGenerator } from './generate-offers.ts'
import type { FlightSearch } from './search.ts'
import {
  type Asked,
  generate,
  instantsOf,
  minutesOf,
  now,
  places,
  search,
  segmentsOf,
} from './testing/sample-search.ts'
import { flightOffersAnswerSchema } from './testing/wire.ts'

const SHORTEST_CHANGE_MINUTES = 45
const units = (amount: string, currency: string) => toMinorUnits(amount, minorDigits(currency)) ?? Number.NaN
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const offersOf = (from: string, to: string, asked?: Asked, changes?: Partial<FlightSearch>) =>
  generate(search(from, to, asked, changes), now).data

/** The minutes between two local times: several values if a time occurs twice because clocks go back. */
function between(from: Segment['departure'], to: Segment['departure']): number[] {
  return instantsOf(from).flatMap((start) => instantsOf(to).map((end) => end - start))
}

function checkItinerary({ segments, duration }: FlightOffer['itineraries'][number]) {
  const [first, last] = [segments[0], segments.at(-1)]
  if (first === undefined || last === undefined) throw new Error('an itinerary without segments')
  expect(between(first.departure, last.arrival)).toContain(minutesOf(duration))
  segments.forEach((segment, at) => {
    const minutes = minutesOf(segment.duration)
    expect(minutes).toBeGreaterThan(0)
    expect(between(segment.departure, segment.arrival)).toContain(minutes)
    expect(segment.numberOfStops).toBe(0)
    const before = segments[at - 1]
    if (before === undefined) return
    expect(segment.departure.iataCode).toBe(before.arrival.iataCode)
    expect(Math.max(...between(before.arrival, segment.departure))).toBeGreaterThanOrEqual(SHORTEST_CHANGE_MINUTES)
  })
  const left = segments.map(({ departure }) => departure.iataCode)
  expect(new Set([...left, last.arrival.iataCode]).size).toBe(segments.length + 1)
}

function checkPrices({ price, travelerPricings, itineraries }: FlightOffer, { travelers, currency }: FlightSearch) {
  expect(travelerPricings.map(({ travelerId, travelerType }) => [travelerId, travelerType])).toEqual(
    travelers.map(({ id, type }) => [id, type]),
  )
  expect(price.currency).toBe(currency)
  const taxes = sum((price.taxes ?? []).map(({ amount }) => units(amount, currency)))
  const fees = sum(price.fees.map(({ amount }) => units(amount, currency)))
  expect(units(price.grandTotal, currency)).toBe(units(price.base, currency) + taxes + fees)
  expect(units(price.total, currency)).toBe(units(price.base, currency) + taxes)
  expect(units(price.base, currency)).toBeGreaterThan(0)
  const ofTravelers = (part: 'total' | 'base') => sum(travelerPricings.map((each) => units(each.price[part], currency)))
  expect([ofTravelers('total'), ofTravelers('base')]).toEqual([
    units(price.total, currency),
    units(price.base, currency),
  ])
  const ids = itineraries.flatMap(({ segments }) => segments.map(({ id }) => id))
  for (const traveler of travelerPricings) {
    expect(traveler.fareDetailsBySegment.map(({ segmentId }) => segmentId)).toEqual(ids)
    expect(traveler.price.currency).toBe(currency)
  }
}

/** The refund, the change without a fee, the checked bags and the number of free amenities, each as a number. */
function inclusionsOf({ pricingOptions, travelerPricings }: FlightOffer): number[] {
  const fare = travelerPricings[0]?.fareDetailsBySegment[0]
  const { includedCheckedBags: bags = { quantity: 0 }, amenities = [] } = fare ?? {}
  return [
    Number(pricingOptions.refundableFare),
    Number(pricingOptions.noPenaltyFare),
    'weight' in bags ? bags.weight : bags.quantity,
    amenities.filter(({ isChargeable }) => !isChargeable).length,
  ]
}

describe('generated offers', () => {
  test('are the same for the same search, even from another generator', () => {
    const wanted = search('SEA', 'NRT', { returnDate: '2027-01-22', adults: 2, children: 1 })
    expect(createOfferGenerator(places).generate(wanted, now)).toEqual(generate(wanted, now))
    expect(generate(wanted, now + 3_600_000).data).toEqual(generate(wanted, now).data)
  })

  test('have valid format, times, prices, seats and dictionaries for any search', () => {
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
        cabin: fc.option(fc.constantFrom('ECONOMY', 'PREMIUM_ECONOMY', 'BUSINESS', 'FIRST'), { nil: undefined }),
        nonStop: fc.boolean(),
        currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'BHD', 'IDR', 'CLP', 'AWG'),
      })
      .filter(({ from, to }) => from !== to)
    let offers = 0
    fc.assert(
      fc.property(anySearch, ({ from, to, ahead, stay, nonStop, currency, ...asked }) => {
        const date = addDays('2026-11-21', ahead)
        const returnDate = stay === null ? undefined : addDays(date, stay)
        const party = { ...asked, infants: asked.adults - 1, date, returnDate }
        const wanted = search(from, to, party, { nonStop, currency, max: 60 })
        const { data, dictionaries } = generate(wanted, now)
        flightOffersAnswerSchema.parse({ meta: { count: data.length }, data, dictionaries })
        offers += data.length
        for (const offer of data) {
          expect(offer.itineraries).toHaveLength(wanted.bounds.length)
          checkPrices(offer, wanted)
          expect(offer.lastTicketingDate <= date).toBe(true)
          expect(offer.numberOfBookableSeats).toBeGreaterThanOrEqual(asked.adults + asked.children)
          offer.itineraries.forEach((itinerary, at) => {
            checkItinerary(itinerary)
            const { segments } = itinerary
            const bound = wanted.bounds[at]
            expect(bound?.origins).toContain(segments[0]?.departure.iataCode)
            expect(bound?.destinations).toContain(segments.at(-1)?.arrival.iataCode)
            expect(bound?.date).toBe(segments[0]?.departure.at.slice(0, 10))
            if (nonStop) expect(segments).toHaveLength(1)
          })
          const [out, back] = offer.itineraries
          const [landed, leaves] = [out?.segments.at(-1)?.arrival, back?.segments[0]?.departure]
          if (landed && leaves) expect(Math.min(...between(landed, leaves))).toBeGreaterThan(0)
        }
        for (const { departure, arrival, ...segment } of segmentsOf(data)) {
          for (const { iataCode } of [departure, arrival]) expect(dictionaries?.locations).toHaveProperty(iataCode)
          expect(dictionaries?.carriers).toHaveProperty(segment.carrierCode)
          expect(dictionaries?.carriers).toHaveProperty(segment.operating?.carrierCode ?? segment.carrierCode)
          expect(dictionaries?.aircraft).toHaveProperty(segment.aircraft.code)
        }
      }),
      { numRuns: 12 },
    )
    expect(offers).toBeGreaterThan(60)
  })

  test.each([
    ['LON', 'NYC'],
    ['SEA', 'NRT'],
  ])('from %s to %s reach the maximum of 250, the cheapest first, each with a unique ID', (from, to) => {
    const data = offersOf(from, to, { returnDate: '2027-01-22' })
    expect(data).toHaveLength(250)
    const prices = data.map(({ price }) => units(price.grandTotal, 'USD'))
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(data.map(({ id }) => id)).toEqual(data.map((_, at) => String(at + 1)))
    expect(new Set(data.map(({ id: _, ...offer }) => JSON.stringify(offer))).size).toBe(250)
  })

  test('are few on thin routes, and absent on implausible ones', () => {
    const thin = offersOf('AUA', 'BON')
    expect(thin.length).toBeGreaterThan(0)
    expect(thin.length).toBeLessThan(60)
    expect(offersOf('LHR', 'LCY')).toEqual([])
    expect(offersOf('IPC', 'LYR')).toEqual([])
  })

  test('include several fares of one flight; the more expensive ones include more', () => {
    const byFlights = new Map<string, FlightOffer[]>()
    for (const offer of offersOf('LHR', 'JFK', { cabin: 'ECONOMY' })) {
      const key =
        offer.validatingAirlineCodes +
        segmentsOf([offer])
          .map(({ id }) => id)
          .join()
      byFlights.set(key, [...(byFlights.get(key) ?? []), offer])
    }
    const families = [...byFlights.values()].filter((offers) => offers.length > 2)
    expect(families.length).toBeGreaterThan(5)
    for (const offers of families) {
      const prices = offers.map(({ price }) => units(price.grandTotal, 'USD'))
      expect(prices).toEqual([...new Set(prices)].toSorted((a, b) => a - b))
      const brands = offers.map((offer) => offer.travelerPricings[0]?.fareDetailsBySegment[0]?.brandedFare)
      expect(new Set(brands).size).toBe(offers.length)
      const included = offers.map(inclusionsOf)
      for (const [at, more] of included.slice(1).entries()) {
        const less = included[at] ?? []
        expect(more.filter((value, part) => value < (less[part] ?? Number.NaN))).toEqual([])
        expect(sum(more)).toBeGreaterThan(sum(less))
      }
    }
  })

  test('leave at least 90 minutes between the landing and a return on the same day', () => {
    const offers = offersOf('LHR', 'AMS', { returnDate: '2027-01-13' })
    expect(offers.length).toBeGreaterThan(0)
    for (const { itineraries } of offers) {
      const [landed, leaves] = [itineraries[0]?.segments.at(-1)?.arrival, itineraries[1]?.segments[0]?.departure]
      if (landed === undefined || leaves === undefined) throw new Error('one way only')
      expect(Math.min(...between(landed, leaves))).toBeGreaterThanOrEqual(90)
    }
  })

  test('measure bags by weight on some flights and by number on others', () => {
    const bags = offersOf('LHR', 'SIN').flatMap(({ travelerPricings }) =>
      travelerPricings.flatMap(({ fareDetailsBySegment }) =>
        fareDetailsBySegment.flatMap((one) => one.includedCheckedBags ?? []),
      ),
    )
    expect(bags.some((bag) => 'weight' in bag)).toBe(true)
    expect(bags.some((bag) => 'quantity' in bag)).toBe(true)
  })

  test('arrive on the correct day after a night flight and across the date line, in both directions', () => {
    const days = (from: string, to: string) =>
      new Set(
        segmentsOf(offersOf(from, to, {}, { nonStop: true })).map(
          ({ departure, arrival }) =>
            (Date.parse(arrival.at.slice(0, 10)) - Date.parse(departure.at.slice(0, 10))) / 86_400_000,
        ),
      )
    expect(days('JFK', 'LHR')).toContain(1)
    expect(days('SEA', 'NRT')).toContain(1)
    expect(days('NRT', 'SEA')).toContain(0)
    expect([...days('AKL', 'PPT')].some((day) => day <= 0)).toBe(true)
  })

  test('include overnight connections at some hubs', () => {
    const waits = offersOf('SEA', 'SIN').flatMap(({ itineraries }) =>
      itineraries.flatMap(({ segments }) =>
        segments.slice(1).flatMap((segment, at) => {
          const before = segments[at]
          return before === undefined ? [] : between(before.arrival, segment.departure)
        }),
      ),
    )
    expect(Math.max(...waits)).toBeGreaterThan(8 * 60)
    expect(Math.min(...waits)).toBeLessThan(2 * 60)
  })

  test('spend most of the flight time in the wanted cabin or better, and use another where a flight lacks it', () => {
    const data = offersOf('NYC', 'BON', { cabin: 'BUSINESS' })
    expect(data.length).toBeGreaterThan(0)
    let mixed = 0
    for (const { itineraries, travelerPricings } of data) {
      const cabins = travelerPricings[0]?.fareDetailsBySegment.map(({ cabin }) => cabin) ?? []
      const flown = itineraries.flatMap(({ segments }) => segments.map(({ duration }) => minutesOf(duration)))
      const front = flown.filter((_, at) => ['BUSINESS', 'FIRST'].includes(cabins[at] ?? ''))
      expect(sum(front) * 2).toBeGreaterThanOrEqual(sum(flown))
      if (new Set(cabins).size > 1) mixed++
    }
    expect(mixed).toBeGreaterThan(0)
  })

  test('do not exceed the requested number', () => {
    expect(offersOf('LON', 'NYC', {}, { max: 3 })).toHaveLength(3)
  })

  test('include the fastest itinerary and every seller even in a short answer', () => {
    const minutes = (offers: readonly FlightOffer[]) =>
      Math.min(...offers.map(({ itineraries }) => minutesOf(itineraries[0]?.duration ?? '')))
    const sellers = (offers: readonly FlightOffer[]) => new Set(offers.flatMap((offer) => offer.validatingAirlineCodes))
    const [all, short] = [offersOf('SEA', 'NRT'), offersOf('SEA', 'NRT', {}, { max: 30 })]
    expect(minutes(short)).toBe(minutes(all))
    expect(sellers(short)).toEqual(sellers(all))
    expect(short[0]?.price.grandTotal).toBe(all[0]?.price.grandTotal)
  })

  test('cost more in better cabins, close to departure and over long distances, and cost each adult the same', () => {
    const cheapest = (from: string, to: string, asked: Asked = {}) =>
      Number(
        offersOf(from, to, asked).find(({ validatingAirlineCodes: [seller = ''] }) => /BA|DL/.test(seller))?.price
          .total,
      )
    expect(cheapest('LHR', 'SIN', { cabin: 'BUSINESS' })).toBeGreaterThan(
      2 * cheapest('LHR', 'SIN', { cabin: 'ECONOMY' }),
    )
    expect(cheapest('LHR', 'SIN')).toBeGreaterThan(cheapest('LHR', 'CDG'))
    expect(cheapest('JFK', 'LAX', { date: '2026-11-23' })).toBeGreaterThan(
      cheapest('JFK', 'LAX', { date: '2027-02-08' }),
    )
    const [offer] = offersOf('JFK', 'LAX', { adults: 3 })
    expect(new Set(offer?.travelerPricings.map(({ price }) => price.total)).size).toBe(1)
  })

  test('for today depart at least an hour from now', () => {
    const evening = Date.UTC(2026, 10, 20, 19)
    const { data } = generate(search('LHR', 'AMS', { date: '2026-11-20' }), evening)
    expect(data.length).toBeGreaterThan(0)
    for (const { departure } of segmentsOf(data)) {
      expect(Math.min(...instantsOf(departure))).toBeGreaterThanOrEqual(evening / 60_000 + 60)
    }
  })

  test('do not exist for dates on which airlines have not opened sales yet', () => {
    expect(offersOf('LHR', 'JFK', { date: '2027-11-20' })).toEqual([])
    expect(offersOf('LHR', 'JFK', { date: '2027-10-06' }).length).toBeGreaterThan(0)
  })
})

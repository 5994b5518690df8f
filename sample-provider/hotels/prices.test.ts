import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toMinorUnits } from '#lib/travel/model/exact-money.ts'
import { minorDigits } from '#lib/travel/model/money.ts'
import { addDays, daysBetween, parseOffsetTime } from '#lib/travel/model/offset-time.ts'
import { offsetAt } from '#lib/travel/model/zoned-time.ts'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { createHotelAsker } from './testing/ask-hotels.ts'
import type { HotelOffers, WireOffer } from './testing/wire.ts'

const { list, offers } = createHotelAsker()
const places = createPlaces()
const cities = ['PAR', 'NYC', 'TYO', 'KWI', 'AUA', 'ROM', 'DXB', 'DPS', 'SCL', 'AYT', 'LAS', 'REK', 'GVA'] as const
const hotels = new Map(cities.map((city) => [city, list('by-city', { cityCode: city, radius: '30' })]))

const minor = (amount: string, currency: string) => {
  expect(amount.split('.')[1]?.length ?? 0).toBe(minorDigits(currency))
  return toMinorUnits(amount, minorDigits(currency)) ?? Number.NaN
}
const nightsOf = ({ checkInDate, checkOutDate }: WireOffer) => daysBetween(checkInDate, checkOutDate)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length

/** The sum of an offer's included taxes. */
function includedTaxes({ price, guests, ...offer }: WireOffer): number {
  const nights = daysBetween(offer.checkInDate, offer.checkOutDate)
  const occupants = guests.adults + (guests.childAges?.length ?? 0)
  return sum(
    (price.taxes ?? [])
      .filter(({ included }) => included)
      .map((tax) => {
        expect(tax.currency).toBe(price.currency)
        const times =
          (tax.pricingFrequency === 'PER_NIGHT' ? nights : 1) * (tax.pricingMode === 'PER_OCCUPANT' ? occupants : 1)
        return minor(tax.amount ?? '', price.currency) * times
      }),
  )
}

/** Checks that all parts of an offer's price agree, in whole minor units. */
function checkPrice(offer: WireOffer) {
  const { price } = offer
  const total = minor(price.total, price.currency)
  const changes = price.variations?.changes ?? []
  expect(changes[0]?.startDate).toBe(offer.checkInDate)
  expect(changes.at(-1)?.endDate).toBe(offer.checkOutDate)
  for (const [at, { startDate }] of changes.entries()) if (at > 0) expect(startDate).toBe(changes[at - 1]?.endDate)
  const part = (name: 'base' | 'total') =>
    sum(
      changes.map(
        (change) => minor(change[name] ?? '', price.currency) * daysBetween(change.startDate, change.endDate),
      ),
    )
  const average = price.variations?.average
  if (changes[0]?.base === undefined) {
    expect(part('total')).toBe(total)
    expect(minor(average?.total ?? '', price.currency)).toBe(Math.round(total / nightsOf(offer)))
  } else {
    const base = part('base')
    expect(base + includedTaxes(offer)).toBe(total)
    expect(minor(average?.base ?? '', price.currency)).toBe(Math.round(base / nightsOf(offer)))
    if (price.base !== undefined) expect(minor(price.base, price.currency)).toBe(base)
    for (const { percentage, amount, included } of price.taxes ?? []) {
      if (percentage === undefined || !included) continue
      const hundredths = Math.round(Number(percentage) * 100)
      expect(minor(amount ?? '', price.currency)).toBe(Math.round((base * hundredths) / 10_000))
    }
  }
}

/**
 * Checks that deadlines are in the hotel's local time, with the offset at that time, and no later than the check-in
 * day.
 */
function checkDeadlines({ hotel }: HotelOffers, offer: WireOffer) {
  const zone = places.zoneOf(hotel.cityCode) ?? ''
  const { cancellation, cancellations = [] } = offer.policies ?? {}
  expect(cancellation !== undefined && cancellations.length > 0).toBe(false)
  for (const { deadline } of [...(cancellation ? [cancellation] : []), ...cancellations]) {
    if (deadline === undefined) continue
    expect(deadline.slice(19)).toBe(offsetAt(zone, deadline.slice(0, 19)))
    const date = parseOffsetTime(deadline)?.date ?? ''
    expect(date <= offer.checkInDate).toBe(true)
  }
}

const anySearch = fc.record({
  city: fc.constantFrom(...cities),
  from: fc.nat(),
  ahead: fc.integer({ min: 0, max: 260 }),
  nights: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 99 })),
  adults: fc.integer({ min: 1, max: 4 }),
  rooms: fc.integer({ min: 1, max: 3 }),
  childAges: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 3 }),
  currency: fc.option(fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'IDR', 'AWG', 'CLP'), { nil: undefined }),
})

describe('offers', () => {
  test('of any search have prices that add up exactly in any currency, and deadlines in the hotel’s time', () => {
    const currencies = new Set<string>()
    fc.assert(
      fc.property(anySearch, ({ city, from, ahead, nights, childAges, currency, ...rest }) => {
        const listed = hotels.get(city) ?? []
        const start = from % Math.max(1, listed.length - 8)
        const checkInDate = addDays('2026-11-21', ahead)
        const found = offers({
          hotelIds: listed
            .slice(start, start + 8)
            .map(({ hotelId }) => hotelId)
            .join(','),
          checkInDate,
          checkOutDate: addDays(checkInDate, nights),
          adults: String(rest.adults),
          roomQuantity: String(rest.rooms),
          ...(childAges.length > 0 ? { childAges: childAges.join(',') } : {}),
          ...(currency === undefined ? {} : { currency }),
        })
        for (const hotel of found) {
          for (const offer of hotel.offers ?? []) {
            checkPrice(offer)
            checkDeadlines(hotel, offer)
            currencies.add(offer.price.currency)
            expect(offer.guests.childAges ?? []).toEqual(childAges)
            expect(offer.checkOutDate).toBe(addDays(checkInDate, nights))
          }
          const totals = hotel.offers?.map(({ price }) => Number(price.total)) ?? []
          expect(totals).toEqual(totals.toSorted((a, b) => a - b))
          expect(new Set(hotel.offers?.map(({ id }) => id)).size).toBe(totals.length)
        }
      }),
      { numRuns: 40 },
    )
    // The sample includes currencies with zero, two and three decimals.
    for (const currency of ['JPY', 'EUR', 'KWD', 'CLP']) expect(currencies.has(currency)).toBe(true)
  })

  const sampled = cities.flatMap((city) => {
    const ids = (hotels.get(city) ?? []).map(({ hotelId }) => hotelId)
    const stay = { checkInDate: '2027-02-01', checkOutDate: '2027-02-08', adults: '2' }
    const parts = [0, 20, 40].map((at) => ids.slice(at, at + 20)).filter((part) => part.length > 0)
    return parts.flatMap((part) => offers({ ...stay, hotelIds: part.join(',') }))
  })
  const all = sampled.flatMap(({ offers: found }) => found ?? [])
  const share = (test: (offer: WireOffer) => boolean) => all.filter(test).length / all.length

  test('differ in the fields that they omit, like recorded offers', () => {
    expect(share(({ price }) => price.base === undefined)).toBeGreaterThan(0.4)
    expect(share(({ price }) => price.base !== undefined)).toBeGreaterThan(0.2)
    for (const has of [
      (offer: WireOffer) => offer.policies === undefined,
      (offer: WireOffer) => offer.policies?.cancellation !== undefined,
      (offer: WireOffer) => (offer.policies?.cancellations?.length ?? 0) > 1,
      (offer: WireOffer) => offer.policies?.deposit !== undefined,
      (offer: WireOffer) => offer.policies?.prepay !== undefined,
      (offer: WireOffer) => offer.policies?.holdTime !== undefined,
      (offer: WireOffer) => offer.boardType === undefined,
      (offer: WireOffer) => offer.boardType === 'ALL_INCLUSIVE',
      (offer: WireOffer) => offer.rateFamilyEstimated === undefined,
      (offer: WireOffer) => offer.price.taxes === undefined,
      (offer: WireOffer) => offer.price.taxes?.some(({ included }) => !included) === true,
    ]) {
      expect([String(has), share(has) > 0]).toEqual([String(has), true])
      expect([String(has), share(has) < 0.9]).toEqual([String(has), true])
    }
    // Within a week, some nights are more expensive, and several nights have the same price.
    const periods = (offer: WireOffer) => offer.price.variations?.changes.length ?? 0
    expect(share((offer) => periods(offer) > 1 && periods(offer) < nightsOf(offer))).toBeGreaterThan(0.5)
    expect(sampled.some(({ hotel }) => hotel.latitude === undefined)).toBe(true)
  })

  test('list resort fees as payable at the hotel', () => {
    const fees = all.flatMap(({ price }) => price.taxes ?? []).filter(({ code }) => code === 'RESORT_FEE')
    expect(fees.length).toBeGreaterThan(0)
    for (const fee of fees)
      expect(fee).toMatchObject({ included: false, currency: 'USD', pricingFrequency: 'PER_NIGHT' })
  })
})

describe('rates', () => {
  const cheapest = (found: HotelOffers[]) =>
    new Map(
      found.flatMap(({ hotel, offers: [best] = [] }) =>
        best ? [[hotel.hotelId, Number(best.price.total)] as const] : [],
      ),
    )
  const priced = (ids: readonly string[], query: Record<string, string>) =>
    cheapest(
      Array.from({ length: Math.ceil(ids.length / 20) }, (_, at) => ids.slice(at * 20, at * 20 + 20)).flatMap((batch) =>
        offers({ currency: 'EUR', adults: '2', hotelIds: batch.join(','), ...query }),
      ),
    )
  /** The ratio of the mean prices of two searches, over the hotels that have a room in both. */
  const compare = (city: (typeof cities)[number], one: Record<string, string>, other: Record<string, string>) => {
    const ids = (hotels.get(city) ?? []).slice(0, 120).map(({ hotelId }) => hotelId)
    const [first, second] = [priced(ids, one), priced(ids, other)]
    const both = [...first.keys()].filter((id) => second.has(id))
    expect(both.length).toBeGreaterThan(30)
    return mean(both.map((id) => first.get(id) ?? 0)) / mean(both.map((id) => second.get(id) ?? 0))
  }
  const tuesday = { checkInDate: '2027-01-26', checkOutDate: '2027-01-27' }

  test('are highest in the season of the place', () => {
    const [july, january] = [
      { checkInDate: '2027-07-20', checkOutDate: '2027-07-27' },
      { checkInDate: '2027-01-19', checkOutDate: '2027-01-26' },
    ]
    expect(compare('AYT', july, january)).toBeGreaterThan(1.5)
    expect(compare('AUA', july, january)).toBeLessThan(0.9)
  })

  test('differ between weekdays and weekends', () => {
    const saturday = { checkInDate: '2027-01-30', checkOutDate: '2027-01-31' }
    expect(compare('LAS', saturday, tuesday)).toBeGreaterThan(1.03)
    expect(compare('KWI', saturday, tuesday)).toBeLessThan(0.95)
  })

  test('are higher for more people', () => {
    expect(compare('PAR', { ...tuesday, adults: '1' }, tuesday)).toBeLessThan(0.98)
    expect(compare('PAR', { ...tuesday, adults: '3' }, tuesday)).toBeGreaterThan(1.1)
  })

  test('are in the hotel’s own currency if the hotel does not convert prices', () => {
    const merchants = list('by-city', { cityCode: 'TYO' }).filter(({ chainCode }) => chainCode.startsWith('Z'))
    const ids = merchants.map(({ hotelId }) => hotelId)
    const found = [0, 20, 40].flatMap((at) =>
      offers({ ...tuesday, currency: 'EUR', hotelIds: ids.slice(at, at + 20).join(',') }),
    )
    const currencies = found.flatMap(({ offers: [best] = [] }) => best?.price.currency ?? [])
    expect(new Set(currencies)).toEqual(new Set(['EUR', 'JPY']))
    expect(currencies.filter((currency) => currency === 'JPY').length).toBeLessThan(currencies.length / 3)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bags, FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import type { Cabin } from '#runner/contract/capabilities/flight-search.ts'
import type { FlightOffer } from './flight-offer.ts'
import { groupFlights } from './itinerary.ts'
import { co2KgOf, sellersOf } from './sellers.ts'
import { makeFlight, viaNewark } from './testing-flights.ts'

type Sold = {
  readonly provider: string
  readonly amount: number
  readonly currency?: string
  readonly cabin?: Cabin
  readonly bags?: Bags | undefined
  readonly number?: string
}

let made = 0
function sold({ provider, amount, currency = 'USD', cabin = 'economy', bags, number = '70' }: Sold): FlightOffer {
  const segments = viaNewark.segments.map((segment, at) => ({
    ...segment,
    cabin,
    flight_number: at === 0 ? number : segment.flight_number,
  }))
  const leg: FlightLeg = { ...viaNewark, segments }
  made += 1
  const flight = makeFlight(`${made}`, {
    provider,
    legs: [leg],
    price: { amount, currency },
    ...(bags ? { bags } : {}),
  })
  return {
    key: `${provider}~${made}`,
    price: flight.price,
    source: provider,
    data: 'live',
    cached: false,
    fetchedAtMs: 0,
    flight,
  }
}

const duffel = sold({ provider: 'Duffel', amount: 498 })
const amadeus = sold({ provider: 'Amadeus', amount: 512 })

describe('the sellers of a journey', () => {
  test('are its providers, cheapest first, each with its lowest price', () => {
    expect(sellersOf([duffel, amadeus, sold({ provider: 'Duffel', amount: 700 })])).toEqual([
      { provider: 'Duffel', price: { amount: 498, currency: 'USD' } },
      { provider: 'Amadeus', price: { amount: 512, currency: 'USD' } },
    ])
  })

  test.each<[string, FlightOffer]>([
    ['another cabin', sold({ provider: 'Amadeus', amount: 512, cabin: 'business' })],
    ['other bags', sold({ provider: 'Amadeus', amount: 512, bags: { cabin: 1 } })],
    ['another currency', sold({ provider: 'Amadeus', amount: 512, currency: 'EUR' })],
  ])('exclude providers that sell %s', (_, other) => {
    expect(sellersOf([duffel, other])).toEqual([])
  })

  test('are not listed if there are fewer than two', () => {
    expect(sellersOf([])).toEqual([])
    expect(sellersOf([duffel, sold({ provider: 'Duffel', amount: 600 })])).toEqual([])
  })
})

describe('the CO₂ of a journey', () => {
  const withCo2 = (offer: FlightOffer, co2_kg: number) => ({ ...offer, flight: { ...offer.flight, co2_kg } })

  test('is the figure of its cheapest seller, or of another seller if the cheapest gives no figure', () => {
    expect(co2KgOf([withCo2(duffel, 300), withCo2(amadeus, 310)])).toBe(300)
    expect(co2KgOf([duffel, withCo2(amadeus, 310)])).toBe(310)
    expect(co2KgOf([duffel, amadeus])).toBeUndefined()
    expect(co2KgOf([])).toBeUndefined()
  })

  test('is never the figure of another cabin', () => {
    expect(
      co2KgOf([duffel, withCo2(sold({ provider: 'Amadeus', amount: 900, cabin: 'business' }), 900)]),
    ).toBeUndefined()
  })
})

const anySold = fc
  .record({
    provider: fc.constantFrom('Amadeus', 'Duffel', 'Third'),
    amount: fc.integer({ min: 1, max: 6 }),
    currency: fc.constantFrom('USD', 'EUR'),
    cabin: fc.constantFrom<Cabin>('economy', 'business'),
    bags: fc.constantFrom<Bags | undefined>(undefined, { cabin: 1 }, { cabin: 1, checked: { pieces: 1 } }),
    number: fc.constantFrom('70', '0070', 'UA70', 'UA 070', '71'),
  })
  .map((fields) => ({ fields, offer: sold(fields) }))

describe('merging the offers of several providers', () => {
  test('gives the same cards, fares and sellers for any order of the answers', () => {
    fc.assert(
      fc.property(fc.array(anySold, { maxLength: 10 }), fc.nat(), (offers, turn) => {
        const cards = (list: typeof offers) =>
          groupFlights(list.map(({ offer }) => offer)).map(({ key, fares }) => [
            key,
            fares.map((fare) => fare.key),
            sellersOf(fares),
          ])
        const turned = [...offers.slice(turn % (offers.length + 1)), ...offers.slice(0, turn % (offers.length + 1))]
        expect(cards(turned.toReversed())).toEqual(cards(offers))
      }),
    )
  })

  test('keeps every offer in exactly one card, and one card has one set of flights', () => {
    fc.assert(
      fc.property(fc.array(anySold, { maxLength: 10 }), (offers) => {
        const groups = groupFlights(offers.map(({ offer }) => offer))
        expect(groups.flatMap(({ fares }) => fares.map(({ key }) => key)).sort()).toEqual(
          offers.map(({ offer }) => offer.key).sort(),
        )
        const numberOf = new Map(
          offers.map(({ fields, offer }) => [offer.key, Number(fields.number.replace('UA', ''))]),
        )
        for (const { fares } of groups) expect(new Set(fares.map(({ key }) => numberOf.get(key))).size).toBe(1)
        expect(groups).toHaveLength(new Set(numberOf.values()).size)
      }),
    )
  })

  test('compares only prices of the same currency, cabin and baggage allowance, and never invents a price', () => {
    fc.assert(
      fc.property(fc.array(anySold, { minLength: 1, maxLength: 10 }), (offers) => {
        const [first] = offers
        if (first === undefined) return
        const alike = offers.filter(
          ({ fields }) =>
            fields.currency === first.fields.currency &&
            fields.cabin === first.fields.cabin &&
            JSON.stringify(fields.bags) === JSON.stringify(first.fields.bags),
        )
        const expected = [...new Set(alike.map(({ fields }) => fields.provider))]
          .map((provider) => ({
            provider,
            price: {
              amount: Math.min(
                ...alike.filter(({ fields }) => fields.provider === provider).map(({ fields }) => fields.amount),
              ),
              currency: first.fields.currency,
            },
          }))
          .sort((a, b) => a.price.amount - b.price.amount || a.provider.localeCompare(b.provider))
        expect(sellersOf(offers.map(({ offer }) => offer))).toEqual(expected.length > 1 ? expected : [])
      }),
    )
  })
})

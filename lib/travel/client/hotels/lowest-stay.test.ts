import { expect, test } from 'vitest'
import type { UnpricedCharge } from '#runner/contract/capabilities/hotel-result.ts'
import { makeHotel } from '../../model/hotels/testing-hotels.ts'
import { lowestStay } from './lowest-stay.ts'

const levy: UnpricedCharge = { kind: 'fee', included: false, price: { amount: 43.2, currency: 'AWG' } }

const facts = { source: 'hotel-search', data: 'live', cached: false, fetchedAtMs: 1 } as const
const view = {
  kind: 'list',
  currency: 'EUR',
  isPartial: false,
  failure: null,
  leftOut: 0,
} as const

function lowestAmong(...hotels: [amount: number, charges: UnpricedCharge[]][]) {
  const offers = hotels.map(([amount, unpriced_charges], at) => {
    const hotel = makeHotel({ id: String(at), price: { amount, currency: 'EUR' }, unpriced_charges })
    return { ...facts, key: String(at), price: hotel.price, hotel }
  })
  return lowestStay({ ...view, waiting: [], troubles: [], otherCurrencies: [], offers })
}

test('a total that only some travelers can book is never the lowest', () => {
  const offers = (['conditional', 'negotiated', 'public'] as const).map((audience, at) => {
    const hotel = makeHotel({ id: audience, price: { amount: 100 + at, currency: 'EUR' }, rate: { audience } })
    return { ...facts, key: audience, price: hotel.price, hotel }
  })
  const all = { ...view, waiting: [], troubles: [], otherCurrencies: [] }
  expect(lowestStay({ ...all, offers })).toMatchObject({ amount: 102 })
  expect(lowestStay({ ...all, offers: offers.slice(0, 2) })).toBeNull()
})

test('the lowest total may wait behind the notice, but not as data of another kind', () => {
  const offer = (key: string, amount: number) => {
    const hotel = makeHotel({ id: key, price: { amount, currency: 'EUR' } })
    return { ...facts, key, price: hotel.price, hotel }
  }
  const all = { ...view, offers: [offer('a', 100)], troubles: [], otherCurrencies: [] }
  expect(lowestStay({ ...all, waiting: [offer('b', 90)] })).toMatchObject({ amount: 90 })
  expect(lowestStay({ ...all, waiting: [{ ...offer('b', 90), data: 'test' }] })).toMatchObject({ amount: 100 })
})

test('the lowest total says whether its hotel charges more on site', () => {
  expect(lowestAmong([1023, [levy]], [1100, []])).toMatchObject({ amount: 1023, isMore: true })
  expect(lowestAmong([1023, []], [1100, [levy]])).toMatchObject({ amount: 1023, isMore: false })
})

import { describe, expect, test } from 'vitest'
import { map, mapped } from '../tests/map.ts'
import {
  type Fields,
  fareDetails,
  itinerary,
  offer,
  seattleToTokyo,
  tokyoToSeattle,
  traveler,
} from '../tests/offers.ts'

describe('fares', () => {
  const there = itinerary(seattleToTokyo)
  const back = itinerary(tokyoToSeattle)
  const pricedWith = async (details: readonly object[], fields: Fields = {}) => {
    const travelerPricings = [traveler('ADULT', '847.00', details)]
    return mapped(offer({ itineraries: [there, back], travelerPricings, ...fields }), 2)
  }
  const priced = async (one: Fields, two: Fields, fields: Fields = {}) =>
    pricedWith([fareDetails('1', one), fareDetails('2', two)], fields)

  test.each([
    [{ includedCheckedBags: { quantity: 2 } }, { includedCheckedBags: { quantity: 1 } }, { checked: { pieces: 1 } }],
    [{ includedCheckedBags: { quantity: 2 } }, { includedCheckedBags: { quantity: 0 } }, { checked: { pieces: 0 } }],
    [
      { includedCheckedBags: { weight: 30, weightUnit: 'KG' } },
      { includedCheckedBags: { weight: 44, weightUnit: 'LB' } },
      { checked: { weight_kg: 20 } },
    ],
    [
      { includedCheckedBags: { quantity: 1, weight: 23, weightUnit: 'KG' } },
      { includedCheckedBags: { quantity: 1, weight: 23, weightUnit: 'KG' } },
      { checked: { pieces: 1, weight_kg: 23 } },
    ],
    [{ includedCheckedBags: { quantity: 1 } }, { includedCheckedBags: { weight: 30, weightUnit: 'KG' } }, undefined],
    [{ includedCheckedBags: { quantity: 1 } }, {}, undefined],
    [
      { includedCheckedBags: { quantity: 0 } },
      { includedCheckedBags: { weight: 30, weightUnit: 'KG' } },
      { checked: { pieces: 0 } },
    ],
    [{ includedCabinBags: { quantity: 1 } }, { includedCabinBags: { quantity: 2 } }, { cabin: 1 }],
  ])('bags %j outbound and %j return: the offer allows %j', async (one, two, bags) => {
    const result = await priced(one, two)
    expect(result.bags).toEqual(bags)
  })

  test('keeps each flight’s own bags, cabin and fare', async () => {
    const result = await priced(
      { cabin: 'BUSINESS', brandedFare: 'BIZ', class: 'J', includedCheckedBags: { quantity: 2 } },
      { brandedFare: 'LIGHT', brandedFareLabel: 'ECONOMY LIGHT', includedCheckedBags: { quantity: 0 } },
    )
    expect(result.legs.map((leg) => leg.segments[0])).toMatchObject([
      {
        cabin: 'business',
        bags: { checked: { pieces: 2 } },
        fare: { brand: 'BIZ', booking_class: 'J', basis: 'NLR1R1RX' },
      },
      { cabin: 'economy', bags: { checked: { pieces: 0 } }, fare: { brand: 'ECONOMY LIGHT' } },
    ])
    expect(result.fare?.brand).toBe('BIZ / ECONOMY LIGHT')
  })

  test('lists each condition once, as free only if it is free on every flight', async () => {
    const meal = { description: 'MEAL BEVERAGE', isChargeable: false, amenityType: 'MEAL' }
    const change = { description: 'CHANGEABLE TICKET', isChargeable: true, amenityType: 'BRANDED_FARES' }
    const result = await priced({ amenities: [meal, change] }, { amenities: [{ ...meal, isChargeable: true }] })
    expect(result.fare?.conditions).toEqual([
      { kind: 'meal', text: 'MEAL BEVERAGE', charged: true },
      { kind: 'branded_fares', text: 'CHANGEABLE TICKET', charged: true },
    ])
  })

  test('leaves out a free condition that one flight does not have', async () => {
    const refund = { description: 'REFUNDABLE TICKET', isChargeable: false, amenityType: 'BRANDED_FARES' }
    const change = { ...refund, description: 'CHANGEABLE TICKET' }
    const conditionsOf = async (one: object[], two: object[]) =>
      (await priced({ amenities: one }, { amenities: two })).fare?.conditions?.map(({ text }) => text)
    expect(await conditionsOf([refund, change], [change])).toEqual(['CHANGEABLE TICKET'])
    expect(await conditionsOf([change], [change, refund, refund])).toEqual(['CHANGEABLE TICKET'])
    expect(await conditionsOf([refund], [])).toBeUndefined()
  })

  test('leaves out a refund that one flight does not have, even if it costs extra: the rest would not be refunded', async () => {
    const refund = { description: 'REFUNDABLE TICKET', isChargeable: true, amenityType: 'BRANDED_FARES' }
    const change = { ...refund, description: 'CHANGEABLE TICKET' }
    const denied = { pricingOptions: { refundableFare: false } }
    const one = await priced({ amenities: [refund, change] }, { amenities: [] }, denied)
    expect(one.fare).toMatchObject({ refundable: false, conditions: [{ text: 'CHANGEABLE TICKET' }] })
    const both = await priced({ amenities: [refund] }, { amenities: [refund] }, denied)
    expect(both.fare?.conditions).toMatchObject([{ text: 'REFUNDABLE TICKET', charged: true }])
  })

  test.each([undefined, null, 'false', 0])(
    'says nothing about a condition whose charge is unknown (isChargeable: %j), unless another flight charges for it',
    async (isChargeable) => {
      const meal = { description: 'MEAL BEVERAGE', isChargeable, amenityType: 'MEAL' }
      const conditionsOf = async (one: object, two: object) =>
        (await priced({ amenities: [one] }, { amenities: [two] })).fare?.conditions
      expect(await conditionsOf(meal, meal)).toBeUndefined()
      expect(await conditionsOf({ ...meal, isChargeable: false }, meal)).toBeUndefined()
      const charged = [{ kind: 'meal', text: 'MEAL BEVERAGE', charged: true }]
      expect(await conditionsOf(meal, { ...meal, isChargeable: true })).toEqual(charged)
    },
  )

  test('states whether the fare is refundable only if the provider does', async () => {
    expect((await priced({}, {}, { pricingOptions: { refundableFare: false } })).fare?.refundable).toBe(false)
    expect((await priced({}, {})).fare).not.toHaveProperty('refundable')
  })

  test('does not call a fare non-refundable if every flight of it has a refund', async () => {
    const refund = { description: 'REFUNDS ANYTIME', isChargeable: false, amenityType: 'BRANDED_FARES' }
    const unfiltered = { pricingOptions: { refundableFare: false } }
    const refundable = async (one: object[], two: object[]) =>
      (await priced({ amenities: one }, { amenities: two }, unfiltered)).fare?.refundable
    expect(await refundable([refund], [refund])).toBeUndefined()
    expect(await refundable([refund], [])).toBe(false)
  })

  test.each([
    ['REFUNDS ANYTIME', undefined],
    ['REFUNDABLE TICKET', undefined],
    ['REFUND BEFORE DEPARTURE', undefined],
    ['Refund after departure', undefined],
    ['REFUNDS NOT PERMITTED', false],
    ['REFUNDS NON PERMITTED', false],
    ['REFUND FORBIDDEN', false],
    ['REFUND NONE', false],
    ['REFUND\nNOT ALLOWED', false],
    ['REFUNDS ANYTIME\nNOT ALLOWED', false],
    ['REFUNDS NO SHOW', false],
    ['NO REFUNDS ANYTIME', false],
    ['PARTIAL REFUND AS A VOUCHER BD', false],
  ])('a fare that the provider calls non-refundable, with %j on every flight: %j', async (description, refundable) => {
    const amenities = [{ description, isChargeable: false, amenityType: 'BRANDED_FARES' }]
    const result = await priced({ amenities }, { amenities }, { pricingOptions: { refundableFare: false } })
    expect(result.fare?.refundable).toBe(refundable)
  })

  test.each([
    ['one of two flights', ['1'], []],
    ['the same flight twice', ['1', '1'], []],
    ['an unknown flight', ['1', '3'], []],
    ['every flight', ['1', '2'], ['REFUNDS ANYTIME']],
    ['every flight, in another order', ['2', '1'], ['REFUNDS ANYTIME']],
    ['every flight and an unknown one', ['1', '2', '3'], ['REFUNDS ANYTIME']],
  ])('with fare details of %s, from %j, the whole offer has the free conditions %j', async (_, ids, conditions) => {
    const amenities = [{ description: 'REFUNDS ANYTIME', isChargeable: false, amenityType: 'BRANDED_FARES' }]
    const details = ids.map((id) => fareDetails(id, { amenities }))
    const { fare } = await pricedWith(details, { pricingOptions: { refundableFare: false } })
    expect(fare?.conditions?.map(({ text }) => text) ?? []).toEqual(conditions)
    expect(fare?.refundable).toBe(conditions.length === 0 ? false : undefined)
  })

  test('returns the bags of an adult, not those of a child or infant', async () => {
    const travelerPricings = [
      traveler('HELD_INFANT', '90.00', [fareDetails('1')]),
      traveler('ADULT', '847.00', [fareDetails('1', { includedCheckedBags: { quantity: 2 } })]),
    ]
    expect((await mapped(offer({ travelerPricings }))).bags).toEqual({ checked: { pieces: 2 } })
  })
})

describe('prices', () => {
  test('returns the grand total, or else the total, for all travelers', async () => {
    const price = { currency: 'EUR', total: '1590.78', base: '1390.00', grandTotal: '1602.5' }
    expect((await mapped(offer({ price }))).price).toEqual({ amount: 1602.5, currency: 'EUR' })
    const { grandTotal: _, ...withoutGrandTotal } = price
    expect((await mapped(offer({ price: withoutGrandTotal }))).price).toEqual({ amount: 1590.78, currency: 'EUR' })
    expect((await mapped(offer({ price: { currency: 'JPY', total: '84700.00' } }))).price).toEqual({
      amount: 84700,
      currency: 'JPY',
    })
  })

  test.each(['0.00', '0'])('leaves out an offer with a total of %s, like one without a total', async (grandTotal) => {
    expect(await map(offer({ price: { currency: 'USD', grandTotal } }))).toEqual({ ok: false, reason: 'no amount' })
  })

  test('lists fees above zero and taxes, with taxes summed over the travelers', async () => {
    const taxed = (total: string, tax: string) =>
      traveler('ADULT', total, [], {
        price: {
          currency: 'USD',
          total,
          taxes: [
            { code: 'YQ', amount: tax },
            { code: 'XT', amount: '0.10' },
          ],
        },
      })
    const fees = [
      { amount: '0.00', type: 'SUPPLIER' },
      { amount: '0', type: 'FORM_OF_PAYMENT' },
      { amount: '12.40', type: 'TICKETING' },
    ]
    const result = await mapped(
      offer({
        price: { currency: 'USD', total: '800.00', grandTotal: '812.40', fees },
        travelerPricings: [taxed('400.00', '0.10'), taxed('400.00', '0.20')],
      }),
    )
    expect(result.fees).toEqual([{ kind: 'ticketing', price: { amount: 12.4, currency: 'USD' } }])
    expect(result.taxes).toEqual([
      { code: 'YQ', price: { amount: 0.3, currency: 'USD' } },
      { code: 'XT', price: { amount: 0.2, currency: 'USD' } },
    ])
    expect(result.price_per_traveler).toEqual([
      { traveler: 'adult', count: 2, price: { amount: 400, currency: 'USD' } },
    ])
  })

  test('groups travelers with the same price', async () => {
    const travelerPricings = ['ADULT', 'CHILD', 'ADULT', 'HELD_INFANT', 'PILOT'].map((type) =>
      traveler(type, type === 'ADULT' ? '800.00' : '90.00', []),
    )
    expect(
      (await mapped(offer({ travelerPricings }))).price_per_traveler?.map((each) => [each.traveler, each.count]),
    ).toEqual([
      ['adult', 2],
      ['child', 1],
      ['infant', 1],
      ['other', 1],
    ])
  })
})

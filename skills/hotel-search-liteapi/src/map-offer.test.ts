import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cancelled, hotel, offer, offered, priced, rate, tax } from '../tests/rates.ts'
import { mapped, search } from '../tests/search.ts'

const first = async (given: unknown, params: object = {}) => (await mapped([given], { params }))[0]
const withRates = (...rates: readonly unknown[]) => offer({ rates })

describe('an offer becomes a result', () => {
  test('with hotel, room, board, price parts, payment and cancellation', async () => {
    expect(await first(offer())).toEqual({
      id: 'offer_1',
      provider: 'LiteAPI',
      hotel_id: 'lp1897',
      name: 'Hotel Example',
      location: { lat: 48.86, lon: 2.35 },
      address: { lines: ['12 Example Street'], city: 'Paris', country_code: 'FR' },
      distance_km: 0.78,
      stars: 4,
      check_in: '2027-02-13',
      check_out: '2027-02-16',
      nights: 3,
      rooms: 1,
      guests: { adults: 2, child_ages: [] },
      room: { code: '4711', text: 'Standard King Room' },
      board: 'breakfast',
      board_name: 'bed & breakfast',
      price: { amount: 312, currency: 'USD' },
      price_per_night: { amount: 104, currency: 'USD' },
      price_parts: [
        { kind: 'room', included: true, price: { amount: 270, currency: 'USD' } },
        { kind: 'tax', included: true, price: { amount: 30, currency: 'USD' }, text: 'City tax' },
        { kind: 'fee', included: false, price: { amount: 12, currency: 'USD' }, text: 'Resort fee' },
      ],
      cancellation: {
        kind: 'free',
        until: '2027-02-10T23:00:00+01:00',
        penalties: [{ from: '2027-02-10T23:00:00+01:00', price: { amount: 300, currency: 'USD' } }],
      },
    })
  })

  test('for several rooms: totals, equal charges and penalties are summed', async () => {
    const result = await first(withRates(rate(), rate({ rateId: 'rate_2', occupancyNumber: 2 })), { rooms: 2 })
    expect(result).toMatchObject({
      rooms: 2,
      price: { amount: 624 },
      price_parts: [
        { kind: 'room', price: { amount: 540 } },
        { kind: 'tax', price: { amount: 60 } },
        { kind: 'fee', included: false, price: { amount: 24 } },
      ],
      cancellation: { penalties: [{ price: { amount: 600 } }] },
    })
  })

  test.each([
    ['RO', 'Room Only', 'room_only'],
    ['BI', 'Breakfast Included', 'breakfast'],
    ['BB2', '', 'breakfast'],
    ['HB', 'Half Board', 'half_board'],
    ['FB', '', 'full_board'],
    ['AI', 'All Inclusive', 'all_inclusive'],
    ['SC', '', 'self_catering'],
    ['??', 'Breakfast and dinner', 'half_board'],
    ['ZZ', 'Tea', 'other'],
  ])('with board %s (%s) as %s', async (boardType, boardName, board) => {
    expect(await first(withRates(rate({ boardType, boardName })))).toMatchObject({ board })
  })

  test('that is paid before the stay when the hotel takes no payment', async () => {
    expect((await first(withRates(rate({ paymentTypes: ['NUITEE_PAY'] }))))?.payment).toEqual({
      kind: 'prepay',
      terms: [],
    })
    expect((await first(offer()))?.payment).toBeUndefined()
  })

  test('with a short id for the provider’s long one, and once if its id repeats', async () => {
    const long = 'A'.repeat(2000)
    const results = await mapped([offer({ offerId: long }), offer({ offerId: long }), offer({ offerId: `${long}B` })])
    const short = expect.stringMatching(/^[0-9a-f]{16}$/)
    expect(results).toMatchObject([{ id: short }, { id: short }])
    expect(results[0]?.id).not.toBe(results[1]?.id)
  })
})

describe('taxes and fees', () => {
  test.each<[string, unknown[], object]>([
    ['included ones are part of the total', [tax(50, true)], { price: { amount: 300 } }],
    ['those that are not are added', [tax(50, false)], { price: { amount: 350 } }],
    ['one of 0 is not named', [tax(0, true)], { price: { amount: 300 }, price_parts: [{ kind: 'room' }] }],
    [
      'one in another currency stays beside the price',
      [tax(5, false, { currency: 'EUR' })],
      { price: { amount: 300 }, unpriced_charges: [{ included: false, price: { amount: 5, currency: 'EUR' } }] },
    ],
    [
      'one without an amount is named',
      [tax(null, false)],
      { price: { amount: 300 }, unpriced_charges: [{ included: false, text: 'City tax' }] },
    ],
    [
      'a negative one is named without an amount',
      [tax(-5, true)],
      { price: { amount: 300 }, unpriced_charges: [{ included: true, text: 'City tax' }] },
    ],
    [
      'included ones above the total do not split it',
      [tax(400, true)],
      { price: { amount: 300 }, price_parts: [{ kind: 'room', price: { amount: 300 } }] },
    ],
    ['unless it says so, a tax is not included', [{ ...tax(50, false), included: 'yes' }], { price: { amount: 350 } }],
  ])('%s', async (_, taxesAndFees, expected) => {
    expect(await first(withRates(priced({ taxesAndFees })))).toMatchObject(expected)
  })

  test('of every room are added, also of many rooms with many', async () => {
    const taxesAndFees = Array.from({ length: 10 }, (_, at) => tax(1, false, { description: `Tax ${at}` }))
    const rates = Array.from({ length: 6 }, () => priced({ taxesAndFees }))
    expect(await first(withRates(...rates), { rooms: 6 })).toMatchObject({ price: { amount: 6 * 300 + 60 } })
  })

  test('always add up to the price, whatever the taxes', async () => {
    const anyTax = fc.record({
      included: fc.boolean(),
      description: fc.constantFrom('City tax', 'Resort fee', null),
      amount: fc.oneof(
        fc.integer({ min: 0, max: 50_000 }).map((cents) => cents / 100),
        fc.constantFrom(null, -1, '3.5'),
      ),
      currency: fc.constantFrom('USD', 'EUR', 'dollars'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyTax, { maxLength: 6 }), async (taxesAndFees) => {
        const result = await first(withRates(priced({ taxesAndFees })))
        const cents = (amount = 0) => Math.round(amount * 100)
        const parts = (result?.price_parts ?? []).reduce((sum, { price }) => sum + cents(price.amount), 0)
        expect(parts).toBe(cents(result?.price.amount))
        const added = taxesAndFees.filter(({ included, currency }) => !included && currency === 'USD')
        const owed = added.reduce((sum, { amount }) => sum + Math.max(0, cents(Number(amount ?? 0))), 30_000)
        expect(cents(result?.price.amount)).toBe(owed)
      }),
      { numRuns: 200 },
    )
  })
})

const at = (cancelTime: unknown, amount: unknown = 300, fields = {}) => ({
  cancelTime,
  amount,
  currency: 'USD',
  type: 'amount',
  timezone: 'GMT',
  ...fields,
})

describe('cancelling', () => {
  test.each<[string, unknown, object | undefined]>([
    [
      'is free until the earliest penalty',
      cancelled([at('2027-02-12 10:00:00'), at('2027-02-10 10:00:00', 100)]),
      { kind: 'free', until: '2027-02-10T11:00:00+01:00' },
    ],
    ['costs something once that has passed', cancelled([at('2026-11-01 10:00:00', 100)]), { kind: 'charged' }],
    ['costs something when the penalty has no time', cancelled([at(null)]), { kind: 'charged' }],
    [
      'is not possible for a non-refundable rate',
      cancelled([at('2027-02-12 10:00:00')], 'NRFN'),
      { kind: 'non_refundable' },
    ],
    ['is not known without terms', cancelled([]), undefined],
    [
      'is not a penalty of 0',
      cancelled([at('2027-02-01 10:00:00', 0), at('2027-02-12 10:00:00')]),
      { kind: 'free', until: '2027-02-12T11:00:00+01:00' },
    ],
    [
      'may cost a percentage',
      cancelled([at('2027-02-12 10:00:00', 50, { type: 'percent' })]),
      { kind: 'free', penalties: [{ percent: 50 }] },
    ],
    [
      'may cost another currency, which is only told',
      cancelled([at('2027-02-12 10:00:00', 50, { currency: 'EUR' })]),
      { penalties: [{ text: '50 EUR' }] },
    ],
  ])('%s', async (_, given, expected) => {
    const { cancellation } = (await first(withRates(given))) ?? {}
    if (expected === undefined) expect(cancellation).toBeUndefined()
    else expect(cancellation).toMatchObject(expected)
  })

  test('several rooms follows the strictest', async () => {
    const rates = [rate(), cancelled([], 'NRFN')]
    expect((await first(withRates(...rates), { rooms: 2 }))?.cancellation?.kind).toBe('non_refundable')
  })
})

describe('a hostile or broken offer is left out', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['a text', 'offer'],
    ['no rates', withRates()],
    ['rates that are no list', offer({ rates: 'none' })],
    ['another number of rooms', withRates(rate(), rate())],
    ['other guests', withRates(rate({ adultCount: 1 }))],
    ['no id', offer({ offerId: null })],
    [
      'so many charges that not all are read',
      withRates(priced({ taxesAndFees: Array.from({ length: 10_000 }, () => tax(1, false)) })),
    ],
    ['no total', offer({ rates: [priced({ total: [] })], offerRetailRate: null })],
    ['a negative price', withRates(priced({ total: [{ amount: -300, currency: 'USD' }] }))],
    ['a price of 0', withRates(priced({ total: [{ amount: 0, currency: 'USD' }] }))],
    ['a price that is no number', withRates(priced({ total: [{ amount: 'cheap', currency: 'USD' }] }))],
    ['no currency', withRates(priced({ total: [{ amount: 300 }] }))],
    ['a currency that is no code', withRates(priced({ total: [{ amount: 300, currency: 'dollars' }] }))],
  ])('%s', async (_, broken) => {
    const { results, metadata, host } = await search({ data: [offered([broken, offer({ offerId: 'sound' })])] })
    expect(results).toMatchObject([{ id: 'sound' }])
    expect(metadata).toMatchObject({ partial: true })
    expect(host.lines[0]).toMatch(/^offers left out: /)
  })

  test('rooms in two currencies have no sum', async () => {
    const inEuros = priced({ total: [{ amount: 300, currency: 'EUR' }] })
    const given = offer({ rates: [rate(), inEuros], offerRetailRate: { amount: 600, currency: 'GBP' } })
    const sound = offer({ offerId: 'sound', rates: [rate(), rate()] })
    const { results } = await search({ data: [offered([given, sound])] }, { params: { rooms: 2 } })
    expect(results).toMatchObject([{ id: 'sound' }])
  })

  test('text is cleaned: one line, no invisible characters, bounded', async () => {
    const name = `Bad\n\u202eInn${'x'.repeat(900)}`
    const { results } = await search({ hotels: [hotel({ name })] })
    expect(Object(results[0]).name).toMatch(/^Bad Innx+$/)
    expect(Object(results[0]).name.length).toBeLessThanOrEqual(300)
  })

  test('whatever JSON it is, the search still returns a valid offer beside it', async () => {
    const names = fc.constantFrom('retailRate', 'cancellationPolicies', 'boardType', 'adultCount', 'name')
    const given = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(names, fc.jsonValue()).map((fields) => withRates(rate(fields))),
      fc.jsonValue().map((value) => offer({ rates: [value] })),
    )
    await fc.assert(
      fc.asyncProperty(given, async (one) => {
        const { results } = await search({ data: [offered([one, offer({ offerId: 'sound' })])] })
        expect(results.map((result) => Object(result).id)).toContain('sound')
      }),
      { numRuns: 200 },
    )
  })
})

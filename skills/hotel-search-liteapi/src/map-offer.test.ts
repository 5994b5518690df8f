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
      score: { value: 8.5, best: 10 },
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

  test.each([
    [{ main_photo: 'https://static.cupid.travel/hotels/1.jpg' }, ['https://static.cupid.travel/hotels/1.jpg']],
    [{ main_photo: 'http://static.cupid.travel/hotels/1.jpg' }, undefined],
    [{ thumbnail: 'https://photos.example/1.jpg' }, undefined],
    [{ thumbnail: 'https://static.cupid.travel@photos.example/1.jpg' }, undefined],
  ])('with a photo of the provider’s own host only: %j', async (given, photos) => {
    const data = [{ hotelId: 'lp1897', roomTypes: [offer()] }]
    const { results } = await search({ data, hotels: [hotel({ rating: 0, ...given })] })
    expect(results).toMatchObject([{ photos, score: undefined }])
  })

  test('with the sums of totals, equal charges and penalties for several rooms', async () => {
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

  test('of rooms with different guests, each checked against its own room', async () => {
    const [two, family] = [
      rate({ occupancyNumber: 1, adultCount: 2, childCount: 0 }),
      rate({ occupancyNumber: 2, adultCount: 1, childCount: 1 }),
    ]
    const room_guests = ['2', '1-7']
    expect(await first(withRates(family, two), { room_guests })).toMatchObject({
      rooms: 2,
      guests: { adults: 2, child_ages: [] },
      room_guests,
      price: { amount: 624 },
    })
    const { sent } = await search({}, { params: { room_guests } })
    expect(JSON.parse(sent[0]?.body ?? '').occupancies).toEqual([
      { adults: 2, children: [] },
      { adults: 1, children: [7] },
    ])
    for (const wrong of [rate({ occupancyNumber: 2, adultCount: 2 }), rate({ occupancyNumber: 3 })]) {
      expect(await mapped([withRates(two, wrong)], { params: { room_guests } })).toEqual([])
    }
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

  test('with payment before the stay if the hotel takes no payment', async () => {
    expect((await first(withRates(rate({ paymentTypes: ['NUITEE_PAY'] }))))?.payment).toEqual({
      kind: 'prepay',
      terms: [],
    })
    expect((await first(offer()))?.payment).toBeUndefined()
  })

  test('with a short id instead of a long one, and only once if the provider repeats the id', async () => {
    const long = 'A'.repeat(2000)
    const other = offer({ offerId: `${long}B`, rates: [rate({ boardType: 'RO' })] })
    const results = await mapped([offer({ offerId: long }), offer({ offerId: long }), other])
    const short = expect.stringMatching(/^[0-9a-f]{16}$/)
    expect(results).toMatchObject([{ id: short }, { id: short }])
    expect(results[0]?.id).not.toBe(results[1]?.id)
  })
})

describe('taxes and fees', () => {
  test.each<[string, unknown[], object]>([
    ['included taxes are part of the total', [tax(50, true)], { price: { amount: 300 } }],
    ['taxes that are not included are added to the total', [tax(50, false)], { price: { amount: 350 } }],
    ['a tax of 0 is not listed', [tax(0, true)], { price: { amount: 300 }, price_parts: [{ kind: 'room' }] }],
    [
      'a tax in another currency is listed beside the price',
      [tax(5, false, { currency: 'EUR' })],
      { price: { amount: 300 }, unpriced_charges: [{ included: false, price: { amount: 5, currency: 'EUR' } }] },
    ],
    [
      'a tax without an amount is listed beside the price',
      [tax(null, false)],
      { price: { amount: 300 }, unpriced_charges: [{ included: false, text: 'City tax' }] },
    ],
    [
      'a negative tax is listed without its amount',
      [tax(-5, true)],
      { price: { amount: 300 }, unpriced_charges: [{ included: true, text: 'City tax' }] },
    ],
    [
      'included taxes above the total are not parts of it',
      [tax(400, true)],
      { price: { amount: 300 }, price_parts: [{ kind: 'room', price: { amount: 300 } }] },
    ],
    [
      'a tax counts as included only if `included` is true',
      [{ ...tax(50, false), included: 'yes' }],
      { price: { amount: 350 } },
    ],
    [
      'a tax whose number has a residue of binary fractions is added',
      [tax(17.400000000000002, false)],
      { price: { amount: 317.4 }, unpriced_charges: undefined },
    ],
  ])('%s', async (_, taxesAndFees, expected) => {
    const result = await first(withRates(priced({ taxesAndFees })))
    expect({ unpriced_charges: undefined, ...result }).toMatchObject(expected)
  })

  test('of every room are added up, even for six rooms with ten taxes each', async () => {
    const taxesAndFees = Array.from({ length: 10 }, (_, at) => tax(1, false, { description: `Tax ${at}` }))
    const rates = Array.from({ length: 6 }, () => priced({ taxesAndFees }))
    expect(await first(withRates(...rates), { rooms: 6 })).toMatchObject({ price: { amount: 6 * 300 + 60 } })
  })

  test('and the room always add up to the price', async () => {
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
      { numRuns: 80 },
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
    [
      'is charged once the time of a penalty has passed',
      cancelled([at('2026-11-01 10:00:00', 100)]),
      { kind: 'charged' },
    ],
    ['is charged if the penalty has no time', cancelled([at(null)]), { kind: 'charged' }],
    [
      'is not possible for a non-refundable rate',
      cancelled([at('2027-02-12 10:00:00')], 'NRFN'),
      { kind: 'non_refundable' },
    ],
    ['has no known terms if the provider sends none', cancelled([]), undefined],
    [
      'stays free during a penalty of 0',
      cancelled([at('2027-02-01 10:00:00', 0), at('2027-02-12 10:00:00')]),
      { kind: 'free', until: '2027-02-12T11:00:00+01:00' },
    ],
    [
      'may cost a percentage',
      cancelled([at('2027-02-12 10:00:00', 50, { type: 'percent' })]),
      { kind: 'free', penalties: [{ percent: 50 }] },
    ],
    [
      'may cost an amount in another currency, which is shown as text',
      cancelled([at('2027-02-12 10:00:00', 50, { currency: 'EUR' })]),
      { penalties: [{ text: '50 EUR' }] },
    ],
    [
      'stays free during a penalty of 0 in another currency',
      cancelled([at('2027-02-01 10:00:00', 0, { currency: 'EUR' }), at('2027-02-12 10:00:00')]),
      { kind: 'free', until: '2027-02-12T11:00:00+01:00' },
    ],
    [
      'may cost an amount without a readable currency, which is shown as a number',
      cancelled([at('2027-02-12 10:00:00', 50, { currency: ['x'] })]),
      { penalties: [{ text: '50' }] },
    ],
    [
      'costs an amount of the offer’s currency if the penalty names none',
      cancelled([at('2027-02-12 10:00:00', 50, { currency: undefined })]),
      { penalties: [{ price: { amount: 50, currency: 'USD' } }] },
    ],
    [
      'is not called free if the amount of a penalty is unreadable',
      cancelled([at('2027-02-10 10:00:00', null), at('2027-02-12 10:00:00')]),
      { kind: 'unclear', penalties: [{ price: { amount: 300 } }] },
    ],
  ])('%s', async (_, given, expected) => {
    const { cancellation } = (await first(withRates(given))) ?? {}
    if (expected === undefined) expect(cancellation).toBeUndefined()
    else expect(cancellation).toMatchObject(expected)
  })

  test.each([
    ['no terms', rate({ cancellationPolicies: null })],
    ['no penalties', cancelled([])],
    ['penalties that are not objects', cancelled(['2027-02-10'])],
    ['a penalty without an amount', cancelled([at('2027-02-10 22:00:00', null)])],
  ])('several rooms is neither called free nor given a price if one of them has %s', async (_, silent) => {
    const result = await first(withRates(rate(), silent), { rooms: 2 })
    expect(result?.cancellation).toEqual({ kind: 'unclear', penalties: [{ from: '2027-02-10T23:00:00+01:00' }] })
  })

  test.each(['9999-12-31 23:59:59', '0001-01-01 00:00:00'])(
    'is neither free nor charged if the time of the penalty is the placeholder %s',
    async (cancelTime) => {
      const { cancellation, id } = (await first(withRates(cancelled([at(cancelTime)])))) ?? {}
      expect([id, cancellation]).toEqual(['offer_1', { kind: 'unclear', penalties: [usd(300)] }])
    },
  )

  test.each(['soon', '2027-02-30 10:00:00', '10/02/2027', 1_802_000_000, {}])(
    'is unclear, and not charged from now on, if the time %j cannot be read',
    async (cancelTime) => {
      const terms = cancelled([at(cancelTime), at('2027-02-12 10:00:00')])
      expect((await first(withRates(terms)))?.cancellation).toMatchObject({ kind: 'unclear' })
      expect((await first(withRates(cancelled([at(cancelTime)]))))?.cancellation).toEqual({
        kind: 'unclear',
        penalties: [usd(300)],
      })
    },
  )

  test.each([
    ['GMT', '11:00:00+01:00'],
    ['utc', '11:00:00+01:00'],
    ['', '11:00:00+01:00'],
    [null, '11:00:00+01:00'],
    ['+02:00', '09:00:00+01:00'],
    ['GMT-0500', '16:00:00+01:00'],
  ])('reads the time of a penalty in the time zone %j', async (timezone, time) => {
    const [day = ''] = time.split('+')
    const { cancellation } = (await first(withRates(cancelled([at('2027-02-10 10:00:00', 300, { timezone })])))) ?? {}
    if (cancellation?.kind !== 'free') throw new Error('expected free cancellation')
    expect(Date.parse(cancellation.until)).toBe(Date.parse(`2027-02-10T${day}+01:00`))
  })

  test('is unclear if the time zone of a penalty is not known', async () => {
    const terms = cancelled([at('2027-02-10 10:00:00', 300, { timezone: 'local' })])
    expect((await first(withRates(terms)))?.cancellation?.kind).toBe('unclear')
  })
})

/** From a day of February on, at 11:00 in Paris. */
const from = (day: number) => `2027-02-${String(day).padStart(2, '0')}T11:00:00+01:00`
const on = (day: number, amount: unknown, fields = {}) =>
  at(`2027-02-${String(day).padStart(2, '0')} 10:00:00`, amount, fields)
const usd = (amount: number) => ({ price: { amount, currency: 'USD' } })
const percent = { type: 'percent' }

describe('the penalties of several rooms', () => {
  test.each<[string, unknown[][], object[]]>([
    [
      'that start at different times are added up',
      [[on(1, 100)], [on(3, 200.5)]],
      [
        { from: from(1), ...usd(100) },
        { from: from(3), ...usd(300.5) },
      ],
    ],
    [
      'replace the earlier penalty of the same room only',
      [
        [on(5, 300), on(1, 100)],
        [on(3, 10), on(5, 20), on(6, 0)],
      ],
      [
        { from: from(1), ...usd(100) },
        { from: from(3), ...usd(110) },
        { from: from(5), ...usd(320) },
        { from: from(6), ...usd(300) },
      ],
    ],
    ['without a time apply from now on', [[at(null, 40)], [on(3, 60)]], [usd(40), { from: from(3), ...usd(100) }]],
    [
      'in percent are those of the price if they are equal',
      [[on(1, 50, percent)], [on(1, 50, percent)]],
      [{ from: from(1), percent: 50 }],
    ],
    ['in different percentages have no sum', [[on(1, 50, percent)], [on(1, 100, percent)]], [{ from: from(1) }]],
    [
      'in percent and in money have no sum',
      [[on(1, 100)], [on(3, 50, percent)]],
      [{ from: from(1), ...usd(100) }, { from: from(3) }],
    ],
    [
      'in another currency have no sum',
      [[on(1, 50, { currency: 'EUR' })], [on(1, 50, { currency: 'EUR' })]],
      [{ from: from(1) }],
    ],
  ])('%s', async (_, rooms, penalties) => {
    const rates = rooms.map((infos) => cancelled(infos))
    const result = await first(withRates(...rates), { rooms: rooms.length })
    expect(result?.cancellation?.penalties).toEqual(penalties)
  })

  test('leave out an unknown sum if one of the rooms is non-refundable', async () => {
    const result = await first(withRates(rate(), cancelled([], 'NRFN')), { rooms: 2 })
    expect(result?.cancellation).toEqual({ kind: 'non_refundable', penalties: [] })
  })

  test('do not add up those of one room that start at the same time', async () => {
    const infos = [on(1, 100), on(1, 50), on(1, 100)]
    expect((await first(withRates(cancelled(infos))))?.cancellation?.penalties).toEqual([
      { from: from(1), ...usd(100) },
      { from: from(1), ...usd(50) },
    ])
    const result = await first(withRates(cancelled(infos), cancelled([on(1, 10)])), { rooms: 2 })
    expect(result?.cancellation?.penalties).toEqual([{ from: from(1), ...usd(110) }])
  })

  test('are at every moment the sum of what each room costs then', async () => {
    const room = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 90_000 })), {
      selector: ([day]) => day,
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(room, { minLength: 2, maxLength: 4 }), async (rooms) => {
        const rates = rooms.map((steps) => cancelled(steps.map(([day, cents]) => on(day, cents / 100))))
        const result = await first(withRates(...rates), { rooms: rooms.length })
        const shown = result?.cancellation?.penalties ?? []
        for (let day = 1; day <= 13; day++) {
          const costs = rooms.map((steps) => {
            const [, cents = 0] = steps.filter(([start]) => start <= day).sort(([a], [b]) => b - a)[0] ?? []
            return cents
          })
          const now = shown.filter((penalty) => (penalty.from ?? '') <= from(day)).at(-1)
          expect(Math.round((now?.price?.amount ?? 0) * 100)).toBe(costs.reduce((sum, cents) => sum + cents, 0))
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('a hostile or broken offer', () => {
  test.each<[string, unknown]>([
    ['null instead of an object', null],
    ['a text instead of an object', 'offer'],
    ['no rates', withRates()],
    ['rates that are not a list', offer({ rates: 'none' })],
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
    ['a price that is not a number', withRates(priced({ total: [{ amount: 'cheap', currency: 'USD' }] }))],
    ['no currency', withRates(priced({ total: [{ amount: 300 }] }))],
    ['a currency that is not a code', withRates(priced({ total: [{ amount: 300, currency: 'dollars' }] }))],
  ])('with %s is left out', async (_, broken) => {
    const { results, metadata, host } = await search({ data: [offered([broken, offer({ offerId: 'sound' })])] })
    expect(results).toMatchObject([{ id: 'sound' }])
    expect(metadata).toMatchObject({ partial: true })
    expect(host.lines[0]).toMatch(/^offers left out: /)
  })

  test('with rooms in two currencies is left out, because its prices have no sum', async () => {
    const inEuros = priced({ total: [{ amount: 300, currency: 'EUR' }] })
    const given = offer({ rates: [rate(), inEuros], offerRetailRate: { amount: 600, currency: 'GBP' } })
    const sound = offer({ offerId: 'sound', rates: [rate(), rate()] })
    const { results } = await search({ data: [offered([given, sound])] }, { params: { rooms: 2 } })
    expect(results).toMatchObject([{ id: 'sound' }])
  })

  test('with a hostile text gets one line of bounded length without invisible characters', async () => {
    const name = `Bad\n\u202eInn${'x'.repeat(900)}`
    const { results } = await search({ hotels: [hotel({ name })] })
    expect(Object(results[0]).name).toMatch(/^Bad Innx+$/)
    expect(Object(results[0]).name.length).toBeLessThanOrEqual(300)
  })

  test('of any JSON never prevents the valid offer beside it', async () => {
    const names = fc.constantFrom('retailRate', 'cancellationPolicies', 'boardType', 'adultCount', 'name')
    const given = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(names, fc.jsonValue()).map((fields) => withRates(rate(fields))),
      fc.jsonValue().map((value) => offer({ rates: [value] })),
    )
    await fc.assert(
      fc.asyncProperty(given, async (one) => {
        const data = [offered([one, offer({ offerId: 'sound' })])]
        const { results } = await search({ data }, { params: { hotel_id: 'lp1897' } })
        expect(results.map((result) => Object(result).id)).toContain('sound')
      }),
      { numRuns: 80 },
    )
  })
})

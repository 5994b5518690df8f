import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { HotelOffersParams, HotelParams } from '#runner/contract/capabilities/hotel-search.ts'
import { SkillReturn } from '#runner/contract/skill-io.ts'
import { type FakeAnswer, json, timedOut } from '#runner/sdk/testing/fake-host.ts'
import { createHotelHost, problem } from '#runner/sdk/testing/hotel-host.ts'
import { hotelId, hotelIdsOf, isList, list, listed, offer, offered, offersFor } from '../tests/hotels.ts'
import { searchHotels } from './search-hotels.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const params = { place: 'PAR', lat: 48.85, lon: 2.35, check_in: '2027-03-12', check_out: '2027-03-15', currency: 'EUR' }

async function search(answer: (url: URL) => FakeAnswer, changes: object = {}, action = 'search_hotels') {
  const host = createHotelHost(answer)
  const schema = action === 'hotel_offers' ? HotelOffersParams : HotelParams
  const call = { action, params: schema.parse({ ...params, ...changes }), config: {} }
  const outcome = await searchHotels(call, host, now)
  return { host, outcome }
}

async function resultsOf(answer: (url: URL) => FakeAnswer, changes: object = {}, action = 'search_hotels') {
  const { outcome } = await search(answer, changes, action)
  if (!outcome.ok) throw new Error(outcome.detail)
  const { results } = SkillReturn.parse(JSON.parse(JSON.stringify(outcome.value)))
  return results.map((each) => HotelResult.parse(each))
}

const answering =
  (hotels: unknown, offers: (url: URL) => unknown = offersFor) =>
  (url: URL) =>
    json(isList(url) ? hotels : offers(url))

describe('a search', () => {
  test('joins list and offers into one valid result per hotel', async () => {
    const [result] = await resultsOf(answering({ data: [listed(4)] }))
    expect(result).toEqual({
      id: 'TSXOJ6LFQ2',
      provider: 'Amadeus',
      hotel_id: 'ACPAR004',
      property_id: '7',
      name: 'Hotel ACPAR004',
      chain: 'AC',
      city_code: 'PAR',
      location: { lat: 48.854, lon: 2.35 },
      address: { country_code: 'FR' },
      distance_km: 0.44,
      stars: 4,
      check_in: '2027-03-12',
      check_out: '2027-03-15',
      nights: 3,
      rooms: 1,
      guests: { adults: 2, child_ages: [] },
      room: {
        code: 'B2D',
        category: 'superior_room',
        beds: 2,
        bed_type: 'double',
        text: 'Superior Room 2 double beds',
      },
      board: 'breakfast',
      rate: { code: 'BAR' },
      price: { amount: 300, currency: 'EUR' },
      price_per_night: { amount: 100, currency: 'EUR' },
      price_parts: [{ kind: 'room', included: true, price: { amount: 300, currency: 'EUR' } }],
      payment: { kind: 'guarantee', terms: [] },
      cancellation: {
        kind: 'free',
        until: '2027-03-10T18:00:00+01:00',
        penalties: [{ from: '2027-03-10T18:00:00+01:00', price: { amount: 100, currency: 'EUR' } }],
      },
    })
  })

  test('prefers the hotel’s coordinates in the offers to those in the list, and computes the distance from them', async () => {
    const moved = { data: [offered(hotelId(4), [offer()], { latitude: 48.86, longitude: 2.35 })] }
    const [result] = await resultsOf(answering({ data: [listed(4)] }, () => moved))
    expect(result).toMatchObject({ location: { lat: 48.86, lon: 2.35 }, distance_km: 1.11 })
  })

  test('returns all of 800 hotels, the nearest first, whatever the order of the list', async () => {
    const { host, outcome } = await search(answering(list(800)))
    expect(host.urls).toHaveLength(41)
    expect(host.maxAtOnce).toBe(9)
    expect(outcome).toMatchObject({ ok: true, value: { metadata: { source_api: 'api.amadeus.com', partial: false } } })
    const results = await resultsOf(answering({ data: list(800).data.toReversed() }))
    expect(results.map((each) => each.hotel_id)).toEqual(Array.from({ length: 800 }, (_, at) => hotelId(at)))
  })

  test('returns the nearest hotels that got their turns in time, and how many those are', async () => {
    const unsent = { rejects: Object.assign(new Error('no turn'), { name: 'RateLimitError' }) }
    const answer = (url: URL) => {
      if (isList(url)) return json(list(200))
      return hotelIdsOf(url).includes(hotelId(100)) ? unsent : json(offersFor(url))
    }
    const { host, outcome } = await search(answer)
    if (!outcome.ok) throw new Error(outcome.detail)
    const { results, metadata, message } = outcome.value
    expect(results.length).toBeGreaterThanOrEqual(100)
    expect(metadata).toMatchObject({ partial: true, has_more: true, hotels_asked: { count: results.length, of: 200 } })
    expect(message).toBe(`These are the ${results.length} of 200 hotels nearest to the centre.`)
    const [first, second, ...others] = host.requests.filter(({ url }) => !isList(new URL(url)))
    expect([first?.startByMs, second?.startByMs, others.some(({ startByMs }) => startByMs === undefined)]).toEqual([
      undefined,
      4500,
      false,
    ])
  })

  test('names the rate of the provider when no hotel got its turn, and says of all hotels nothing that it does not know', async () => {
    const unsent = { rejects: Object.assign(new Error('no turn'), { name: 'RateLimitError' }) }
    const { outcome } = await search((url) => (isList(url) ? json(list(60)) : unsent))
    expect(outcome).toMatchObject({ ok: false, code: 'API_RATE_LIMITED' })
    const { outcome: whole } = await search(answering(list(60)))
    expect(whole).toMatchObject({ value: { metadata: { has_more: false } } })
    expect(whole).not.toHaveProperty('value.metadata.hotels_asked')
  })

  test('leaves two seconds more to the other kinds of rooms of a batch that it began', async () => {
    const { host } = await search(answering(list(60)), { room_guests: ['2', '1-7'] })
    const limits = host.requests.flatMap(({ url, startByMs }) => (url.includes('childAges=7') ? [startByMs] : []))
    expect(limits).toEqual([undefined, 6500, 6500])
  })

  test('requests only the nearest of too many hotels, and says so', async () => {
    const { host, outcome } = await search(answering({ data: list(50).data.toReversed() }), { max_results: 20 })
    const nearest = Array.from({ length: 20 }, (_, at) => hotelId(at))
    expect(host.urls.filter((url) => !isList(url)).map(hotelIdsOf)).toEqual([nearest])
    expect(outcome).toMatchObject({
      value: {
        message: 'These are the 20 of 50 hotels nearest to the centre.',
        metadata: { partial: false, has_more: true, hotels_asked: { count: 20, of: 50 } },
      },
    })
  })

  test('has what guests say of the hotels, and is complete without it', async () => {
    const said = { data: [{ hotelId: hotelId(1), overallRating: 93, numberOfReviews: 218 }, { hotelId: hotelId(0) }] }
    const searched = async (scores: FakeAnswer) => {
      const call = { action: 'search_hotels', params: HotelParams.parse(params), config: {} }
      const outcome = await searchHotels(call, createHotelHost(answering(list(2)), scores), now)
      return outcome.ok && outcome.value.results.map((result) => HotelResult.parse(result).score)
    }
    expect(await searched(json(said))).toEqual([undefined, { value: 93, best: 100, count: 218 }])
    for (const answer of [problem({ status: 404, code: 38196 }, 404), timedOut]) {
      expect(await searched(answer)).toEqual([undefined, undefined])
    }
  })

  test('requests the first offers before what guests say, because the answer waits for them longer', async () => {
    const host = createHotelHost(answering(list(2)), json({ data: [] }))
    const asked: string[] = []
    const fetch: typeof host.fetch = (url, init) => {
      asked.push(new URL(url).pathname)
      return host.fetch(url, init)
    }
    await searchHotels(
      { action: 'search_hotels', params: HotelParams.parse(params), config: {} },
      { ...host, fetch },
      now,
    )
    expect(asked.slice(1)).toEqual(['/v3/shopping/hotel-offers', '/v2/e-reputation/hotel-sentiments'])
  })

  test('leaves out hotels without rooms, and still counts the answer as complete', async () => {
    const soldOut = problem({ status: 400, code: 3664, source: { parameter: `hotelIds=${hotelId(1)}` } })
    const { outcome } = await search((url) => {
      if (isList(url)) return json(list(3))
      return hotelIdsOf(url).includes(hotelId(1)) ? soldOut : json(offersFor(url))
    })
    expect(outcome).toMatchObject({
      value: { results: [{ hotel_id: hotelId(0) }, { hotel_id: hotelId(2) }], metadata: { partial: false } },
    })
  })

  test('returns the results so far at its deadline, marked partial', async () => {
    let requests = 0
    const { host, outcome } = await search((url) => {
      if (isList(url)) return json(list(400))
      return ++requests <= 5 ? json(offersFor(url)) : timedOut
    })
    expect(outcome).toMatchObject({ ok: true, value: { metadata: { partial: true } } })
    expect(outcome.ok && outcome.value.results).toHaveLength(100)
    expect(host.lines.join()).toContain('API_TIMEOUT')
  })

  test('sends the ages of children, and states which guests a price covers', async () => {
    const withChildren = offer({ guests: { adults: 2, childAges: [1, 7] } })
    const both = [offered(hotelId(0), [withChildren]), offered(hotelId(1))]
    const { host, outcome } = await search(
      answering(list(2), () => ({ data: both })),
      { child_ages: [1, 7] },
    )
    expect(host.urls[1]?.searchParams.get('childAges')).toBe('1,7')
    expect(outcome).toMatchObject({
      value: {
        message: '1 price covers the adults only: the provider does not say what the children cost.',
        results: [{ guests: { adults: 2, child_ages: [1, 7] } }, { guests: { adults: 2, child_ages: [] } }],
      },
    })
  })
})

describe('a tax per guest', () => {
  test.each([
    ['of a price with the children', { adults: 2, childAges: [7] }, 318],
    ['of a price for the adults only', { adults: 2 }, 312],
  ])('%s counts the guests that the price covers', async (_, guests, amount) => {
    const cityTax = { code: 'CITY_TAX', amount: '2.00', included: false, pricingMode: 'PER_OCCUPANT' }
    const taxes = [{ ...cityTax, pricingFrequency: 'PER_NIGHT' }]
    const one = offer({ guests, price: { currency: 'EUR', total: '300.00', taxes } })
    const { outcome } = await search(
      answering(list(1), () => ({ data: [offered(hotelId(0), [one])] })),
      { child_ages: [7] },
    )
    expect(outcome).toMatchObject({ value: { results: [{ price: { amount, currency: 'EUR' } }] } })
  })
})

describe('filters', () => {
  const dear = offer({ id: 'DEAR', price: { currency: 'EUR', total: '500.00' } })
  const fixed = offer({
    id: 'FIXED',
    price: { currency: 'EUR', total: '90.00' },
    policies: { cancellations: [{ numberOfNights: 1 }] },
  })
  const foreign = offer({ id: 'FOREIGN', price: { currency: 'KWD', total: '30.000' } })
  const both = (url: URL) => ({ data: hotelIdsOf(url).map((id) => offered(id, [dear, fixed, offer()])) })
  const idsOf = async (offers: readonly unknown[], changes: object = {}, action?: string) => {
    const answer = answering(list(1), (url) => ({ data: hotelIdsOf(url).map((id) => offered(id, offers)) }))
    return (await resultsOf(answer, changes, action)).map((each) => each.id)
  }

  test('a hotel has its cheapest offer for each combination of meals, terms and audience, the cheapest first', async () => {
    expect((await resultsOf(answering(list(2), both))).map((each) => each.id)).toEqual([
      ...['FIXED', 'TSXOJ6LFQ2'],
      ...['FIXED', 'TSXOJ6LFQ2'],
    ])
    const cheap = (id: string, changes: object) => offer({ id, ...changes, price: { currency: 'EUR', total: '80.00' } })
    const prepaid = { policies: { paymentType: 'prepay', cancellations: [{ type: 'FULL_STAY' }] } }
    const later = { cancellations: [{ amount: '100.00', deadline: '2027-03-11T18:00:00+01:00' }] }
    const others = [
      cheap('SENIOR', { rateFamilyEstimated: { code: 'SRS', type: 'C' } }),
      cheap('ROOM', { boardType: 'ROOM_ONLY' }),
      cheap('PREPAID', prepaid),
      cheap('LATER', { policies: { paymentType: 'guarantee', ...later } }),
      cheap('WORDS', { description: { text: 'NON-REFUNDABLE' } }),
    ]
    const ids = ['SENIOR', 'ROOM', 'PREPAID', 'LATER', 'WORDS', 'TSXOJ6LFQ2']
    expect(await idsOf([dear, offer(), ...others])).toEqual(ids)
  })

  test.each([
    ['SENIOR DISCOUNT, 62 YEARS AND OLDER, VALID ID REQUIRED', undefined, 'conditional'],
    ['AAA/CAA MEMBER RATE', undefined, 'conditional'],
    ['Government rate', undefined, 'conditional'],
    ['MEMBERS ONLY', undefined, 'conditional'],
    ['BEST AVAILABLE RATE, SENIOR MANAGER LOUNGE', undefined, undefined],
    ['SENIOR DISCOUNT', 'P', 'public'],
    ['BEST AVAILABLE RATE', 'C', 'conditional'],
    ['CORPORATE RATE', 'N', 'negotiated'],
  ])('the rate “%s” of type %s is for: %s', async (text, type, audience) => {
    const family = type === undefined ? {} : { rateFamilyEstimated: { code: 'SRS', type } }
    for (const words of [{ description: { text } }, { room: { type: 'B2D', description: { text } } }]) {
      const answer = answering(list(1), () => ({ data: [offered(hotelId(0), [offer({ ...words, ...family })])] }))
      expect((await resultsOf(answer)).map(({ rate }) => rate?.audience)).toEqual([audience])
    }
  })

  test('free cancellation excludes offers with a cancellation fee, even cheaper ones', async () => {
    expect(await idsOf([dear, fixed, offer()], { free_cancellation: true })).toEqual(['TSXOJ6LFQ2'])
    expect(await idsOf([fixed], { free_cancellation: true })).toEqual([])
  })

  test('a board excludes offers with another board', async () => {
    expect(await idsOf([offer({ boardType: 'ROOM_ONLY' })], { board: 'breakfast' })).toEqual([])
    expect(await idsOf([offer({ boardType: 'BUFFET_BREAKFAST' })], { board: 'breakfast' })).toHaveLength(1)
  })

  test('stars exclude hotels with other ratings', async () => {
    expect((await resultsOf(answering(list(6)), { stars: [4] })).map((each) => each.stars)).toEqual([4, 4])
  })

  test('amounts in two currencies are never compared to choose the offer', async () => {
    expect(await idsOf([foreign, dear])).toEqual(['DEAR'])
    expect(await idsOf([foreign, dear], { currency: 'KWD' })).toEqual(['FOREIGN'])
    expect(await idsOf([foreign, dear], { currency: 'USD' })).toEqual(['FOREIGN'])
  })

  test('hotel_offers returns all offers of one hotel, with the hotel’s data from the list', async () => {
    const answer = answering({ data: [listed(4)] }, both)
    const results = await resultsOf(answer, { hotel_id: hotelId(4) }, 'hotel_offers')
    expect(results.map((each) => [each.id, each.stars])).toEqual([
      ['DEAR', 4],
      ['FIXED', 4],
      ['TSXOJ6LFQ2', 4],
    ])
  })

  test('hotel_offers returns the offers of a hotel even if the list lacks the hotel', async () => {
    const answer = (url: URL) => (isList(url) ? problem({ code: 1797 }, 404) : json(offersFor(url)))
    expect(await resultsOf(answer, { hotel_id: hotelId(4) }, 'hotel_offers')).toHaveLength(1)
  })
})

describe('finding nothing is not an error', () => {
  test.each([
    ['an empty list', json({ data: [], meta: { count: 0 } })],
    ['NOTHING FOUND FOR REQUESTED CITY', problem({ code: 895 })],
    ['NOT FOUND', problem({ code: 1797 }, 404)],
  ])('a city without hotels: %s', async (_, answer) => {
    expect(await resultsOf(() => answer)).toEqual([])
  })

  test('hotels without rooms', async () => {
    expect(await resultsOf(answering(list(3), () => ({ data: [] })))).toEqual([])
    const { outcome } = await search((url) => (isList(url) ? json(list(3)) : problem({ code: 3664 })))
    expect(outcome).toMatchObject({ ok: true, value: { results: [], metadata: { partial: false } } })
  })

  test('but an unknown code is an error that names the field', async () => {
    expect((await search(() => json({ data: [] }), { place: 'QQQ' })).outcome).toMatchObject({
      code: 'INVALID_INPUT',
      detail: 'place: is not a known city',
      field: 'place',
    })
  })
})

describe('failures', () => {
  const withOffers = (answer: FakeAnswer) => (url: URL) => (isList(url) ? json(list(60)) : answer)

  test.each([
    ['out of time', timedOut, 'API_TIMEOUT'],
    ['HTML', { body: '<html>' }, 'API_UNAVAILABLE'],
    ['no list', json({ data: {} }), 'API_INVALID_ANSWER'],
    ['500', problem({ code: 38189 }, 500), 'API_UNAVAILABLE'],
    ['429', problem({ code: '38194' }, 429), 'API_RATE_LIMITED'],
    ['401', problem({ code: 38190 }, 401), 'API_AUTH_FAILED'],
    ['400', problem({ code: 249 }), 'API_INVALID_PARAMS'],
    ['an overlong stay', problem({ code: 377 }), 'INVALID_INPUT'],
  ])('%s, from the list or from the offers, is %s', async (_, answer, code) => {
    expect((await search(() => answer)).outcome).toMatchObject({ ok: false, code })
    expect((await search(withOffers(answer))).outcome).toMatchObject({ ok: false, code })
  })

  test('leaves out and counts unreadable offers, and does not call the provider unavailable when all are unreadable', async () => {
    const broken = [
      offer({ id: undefined }),
      offer({ price: {} }),
      offer({ checkInDate: '2027-03-13' }),
      offer({ guests: { adults: 1 } }),
      'offer',
    ]
    const some = await search(
      answering(list(1), (url) => ({ data: [offered(hotelIdsOf(url)[0] ?? '', [...broken, offer()])] })),
    )
    expect(some.outcome).toMatchObject({
      value: { results: [{ id: 'TSXOJ6LFQ2' }], metadata: { partial: true, unreadable: 4 } },
    })
    expect(some.host.lines.join()).toContain('no id: 1, another check-in: 1, other guests: 1, no object: 1')
    const none = await search(answering(list(1), (url) => ({ data: [offered(hotelIdsOf(url)[0] ?? '', broken)] })))
    expect(none.outcome).toMatchObject({ ok: true, value: { results: [], metadata: { partial: true, unreadable: 5 } } })
    expect(none.host.lines.join()).toContain('another check-in: 1, other guests: 1, no price: 1, no object: 1')
  })

  test('counts the hotels of a list without a readable one', async () => {
    const { outcome } = await search(answering({ data: [{ name: 'No id' }, null] }, () => ({ data: [] })))
    expect(outcome).toMatchObject({ ok: true, value: { results: [], metadata: { partial: true, unreadable: 2 } } })
  })

  test('never include a search in which readable offers exist, but match no filter', async () => {
    const unpriced = offer({ price: {} })
    const fixed = offer({ policies: { cancellations: [{ numberOfNights: 1 }] } })
    for (const offers of [
      [unpriced, fixed],
      [fixed, unpriced],
    ]) {
      const answer = answering(list(1), (url) => ({ data: hotelIdsOf(url).map((id) => offered(id, offers)) }))
      const { outcome } = await search(answer, { free_cancellation: true })
      expect(outcome).toMatchObject({ ok: true, value: { results: [], metadata: { partial: true } } })
    }
  })

  test('an unknown time zone is INVALID_INPUT, and the error names the field', async () => {
    const unzoned = offer({ policies: { holdTime: { deadline: '2027-03-12T18:00:00' } } })
    const answer = answering(list(1), (url) => ({ data: hotelIdsOf(url).map((id) => offered(id, [unzoned])) }))
    expect((await search(answer, { time_zone: 'Moon/Sea' })).outcome).toMatchObject({
      code: 'INVALID_INPUT',
      detail: 'time_zone: has no known time zone',
      field: 'time_zone',
    })
  })

  test('ends with valid results or an error code for any JSON', async () => {
    const field = (target: object) => fc.constantFrom(...Object.keys(target))
    const change = fc.oneof(
      fc.record({ of: fc.constant('list'), key: field(listed(1)), value: fc.jsonValue() }),
      fc.record({
        of: fc.constant('hotel'),
        key: fc.constantFrom('hotel', 'available', 'offers'),
        value: fc.jsonValue(),
      }),
      fc.record({ of: fc.constant('offer'), key: field(offer()), value: fc.jsonValue() }),
      fc.record({
        of: fc.constant('price'),
        key: fc.constantFrom('taxes', 'base', 'variations'),
        value: fc.jsonValue(),
      }),
      fc.record({
        of: fc.constant('policies'),
        key: fc.constantFrom('cancellations', 'deposit', 'holdTime', 'checkInOut'),
        value: fc.jsonValue(),
      }),
      fc.record({ of: fc.constant('body'), key: fc.constant(''), value: fc.jsonValue() }),
    )
    await fc.assert(
      fc.asyncProperty(change, async ({ of, key, value }) => {
        const changed = (name: string) => (of === name ? { [key]: value } : {})
        const given = offer({
          ...changed('offer'),
          ...(of === 'price' ? { price: { currency: 'EUR', total: '3', ...changed('price') } } : {}),
          ...(of === 'policies' ? { policies: changed('policies') } : {}),
        })
        const answer = (url: URL) => {
          if (of === 'body') return json(value)
          if (isList(url)) return json({ data: [listed(1, changed('list')), listed(2)] })
          return json({ data: hotelIdsOf(url).map((id) => ({ ...offered(id, [given]), ...changed('hotel') })) })
        }
        const { outcome } = await search(answer)
        if (outcome.ok) for (const each of outcome.value.results) HotelResult.parse(JSON.parse(JSON.stringify(each)))
        else expect(outcome.code).toMatch(/^API_/)
      }),
      { numRuns: 400 },
    )
  })
})

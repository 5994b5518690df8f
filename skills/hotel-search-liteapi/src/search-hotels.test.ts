import { describe, expect, test } from 'vitest'
import { createFakeHost, type FakeAnswer, json, timedOut, unreachable } from '#runner/sdk/testing/fake-host.ts'
import { hotel, offer, offered, rate, tax } from '../tests/rates.ts'
import { hostWith, search, searchOn, sentBy } from '../tests/search.ts'
import { createStandIn } from '../tests/stand-in.ts'

const bodyOf = async (params: object, config = {}, without: readonly string[] = []) => {
  const { sent } = await search({}, { params, config, without })
  return JSON.parse(sent[0]?.body ?? '')
}
const many = (count: number) => ({
  data: Array.from({ length: count }, (_, at) => offered([offer({ offerId: `o${at}` })], `lp${at}`)),
  hotels: Array.from({ length: count }, (_, at) => hotel({ id: `lp${at}` })),
})

describe('a search', () => {
  test('is one request for the rates around the city’s centre, with hotels and mapped rooms', async () => {
    const { sent } = await search({}, { params: { radius_km: 5 } })
    expect(sent).toMatchObject([{ method: 'POST' }])
    expect(sent[0]?.url.href).toBe('https://api.liteapi.travel/v3.0/hotels/rates')
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      latitude: 48.853,
      longitude: 2.349,
      radius: 5000,
      checkin: '2027-02-13',
      checkout: '2027-02-16',
      occupancies: [{ adults: 2, children: [] }],
      currency: 'USD',
      guestNationality: 'US',
      timeout: 10,
      roomMapping: true,
      includeHotelData: true,
      limit: 200,
      maxRatesPerHotel: 5,
    })
  })

  test('has one occupancy for each room, with the ages of its children', async () => {
    const { sent } = await search({ data: [] }, { params: { rooms: 2, adults: 1, child_ages: [4, 9] } })
    expect(JSON.parse(sent[0]?.body ?? '').occupancies).toEqual([
      { adults: 1, children: [4, 9] },
      { adults: 1, children: [4, 9] },
    ])
  })

  test('sends the filters that the provider supports', async () => {
    const { sent } = await search(
      { data: [] },
      { params: { board: 'breakfast', free_cancellation: true, stars: [4, 5] } },
    )
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      boardType: 'BB,BI',
      refundableRatesOnly: true,
      starRating: [4, 4.5, 5],
    })
  })

  test('asks for half a star more as well, because such a hotel counts as the lower number', async () => {
    expect(await bodyOf({ stars: [4] })).toMatchObject({ starRating: [4, 4.5] })
    expect((await search({}, { params: { stars: [4] } })).results).toMatchObject([{ stars: 4 }])
  })

  test('sends the code of a place without a centre, or the id of a single hotel to get all its rates', async () => {
    expect(await bodyOf({}, {}, ['lat', 'lon'])).toMatchObject({ iataCode: 'PAR' })
    expect(await bodyOf({ hotel_id: 'lp1897' })).toMatchObject({
      hotelIds: ['lp1897'],
      limit: 1,
      maxRatesPerHotel: 100,
    })
  })

  test.each([
    [{}, 10],
    [{ timeout_ms: 8000 }, 4],
    [{ timeout_ms: 3000 }, 1],
  ])('leaves time to read the answer: %j gives the provider %i s', async (config, timeout) => {
    expect(await bodyOf({}, config)).toMatchObject({ timeout })
  })

  test('never sends the key or a placeholder itself', async () => {
    const { sent } = await search()
    expect(JSON.stringify(sent)).not.toMatch(/api-key|placeholder/i)
  })

  test('labels the results of a sandbox key as test data', async () => {
    expect((await search()).metadata).toMatchObject({ data: 'test', source_api: 'api.liteapi.travel' })
    expect((await search({ sandbox: false })).metadata).not.toHaveProperty('data')
  })

  test('returns an empty answer when there are no vacancies', async () => {
    expect(await search({ data: [] })).toMatchObject({ results: [], metadata: { partial: false } })
    expect(await searchOn(hostWith({ status: 204 }))).toMatchObject({ results: [] })
  })
})

describe('the offers of one hotel', () => {
  const one = { params: { hotel_id: 'lp1897' } }

  test('have its chain, reviews, photo and facilities, from further requests at the same time', async () => {
    const { results, sent, host } = await search({ chain: 'Hilton Hotels' }, one)
    expect(results).toMatchObject([
      {
        hotel_id: 'lp1897',
        chain: 'Hilton Hotels',
        score: { value: 8.7, best: 10, count: 528 },
        photos: ['https://static.cupid.travel/hotels/thumbnail/1.jpg'],
        amenities: ['wifi', 'elevator'],
      },
    ])
    expect(sent.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)).toEqual([
      'POST /v3.0/hotels/rates',
      'GET /v3.0/data/hotels?hotelIds=lp1897&limit=1',
      'GET /v3.0/data/hotel?hotelId=lp1897',
    ])
    expect(host.maxAtOnce).toBe(3)
    expect((await search()).sent).toHaveLength(1)
  })

  test.each(['Not Available', '', null, { name: 'Hilton' }])('have no chain if it is %j', async (chain) => {
    const [result] = (await search({ chain }, one)).results
    expect(result).toMatchObject({ hotel_id: 'lp1897', chain: undefined })
  })

  test.each<[string, FakeAnswer]>([
    ['does not answer', timedOut],
    ['fails', json({ error: { code: 500 } }, 500)],
    ['answers with HTML', { body: '<html>' }],
    ['answers for another hotel', json({ data: [{ id: 'lp2', chain: 'Hilton Hotels' }, null] })],
  ])('are complete without a chain if the request for it %s', async (_, answer) => {
    const standIn = createStandIn()
    const host = createFakeHost((request) => (request.method === 'GET' ? answer : standIn(sentBy(request))))
    const { results, metadata } = await searchOn(host, one)
    expect(results).toMatchObject([{ hotel_id: 'lp1897', price: { amount: 312 }, chain: undefined }])
    expect(metadata).toMatchObject({ partial: false })
  })
})

describe('the number of hotels', () => {
  test('is at most the wanted number, and the answer says whether there may be more', async () => {
    const { results, metadata } = await search(many(30), { config: { max_results: 20 } })
    expect(results).toHaveLength(20)
    expect(metadata).toMatchObject({ has_more: true })
    expect((await search({}, { params: { hotel_id: 'lp1897' } })).metadata).toMatchObject({ has_more: false })
  })

  test.each([
    ['some hotels', 6, 14],
    ['all hotels', 20, 0],
  ])('never makes an answer complete because %s within it are full', async (_, count, vacant) => {
    const full = new Set(Array.from({ length: count }, (_, at) => `lp${at}`))
    const { results, metadata } = await search({ ...many(30), full }, { config: { max_results: 20 } })
    expect(results).toHaveLength(vacant)
    expect(metadata).not.toHaveProperty('has_more')
  })

  test('and the number of offers are bounded, even if the provider sends 10,000', async () => {
    const { data, hotels } = many(10_000)
    const { results } = await searchOn(hostWith(json({ data, hotels, sandbox: true })), {
      config: { max_results: 800 },
    })
    expect(results).toHaveLength(400)
    const offers = Array.from({ length: 10_000 }, (_, at) => offer({ offerId: `o${at}` }))
    const one = await search({ data: [offered(offers)] }, { params: { hotel_id: 'lp1897' } })
    expect(one.results).toHaveLength(200)
  })

  test('does not count the dearer offers of a hotel with equal meals and terms; a search for one hotel has all offers', async () => {
    const of = (offerId: string, total: number, fields: object = {}) => {
      const retailRate = { total: [{ amount: total, currency: 'USD' }], taxesAndFees: [] }
      return offer({ offerId, rates: [rate({ retailRate, ...fields })] })
    }
    const strict = { cancellationPolicies: { cancelPolicyInfos: [], refundableTag: 'NRFN' } }
    const byName = of('named', 290, { name: 'Double room, non-refundable' })
    const [room, last] = [of('room', 250, { boardType: 'RO' }), of('strict', 200, strict)]
    const offers = [of('dear', 400), of('cheap', 300), byName, room, last]
    const found = await search({ data: [offered(offers)] })
    expect(found.results).toMatchObject([{ id: 'cheap' }, { id: 'named' }, { id: 'room' }, { id: 'strict' }])
    expect(found.results).toHaveLength(4)
    const one = await search({ data: [offered(offers)] }, { params: { hotel_id: 'lp1897' } })
    expect(one.results).toHaveLength(5)
  })

  test('does not count hotels without data, repeated hotels and, in a search for one hotel, all others', async () => {
    const data = [
      offered(),
      offered(),
      offered([offer({ offerId: 'x' })], 'unknown'),
      offered([offer({ offerId: 'y' })], 'lp2'),
    ]
    const hotels = [hotel(), hotel({ id: 'lp2' }), hotel({ id: '../x' }), null, hotel({ id: 'lp3', name: '' })]
    const { results, metadata, host } = await search({ data, hotels })
    expect(results).toMatchObject([{ hotel_id: 'lp1897' }, { hotel_id: 'lp2' }])
    expect(metadata).toMatchObject({ partial: true })
    expect(host.lines).toEqual(['offers left out: no hotel data: 1'])
    const one = await searchOn(hostWith(json({ data, hotels })), { params: { hotel_id: 'lp2' } })
    expect(one.results).toMatchObject([{ hotel_id: 'lp2' }])
  })
})

test('counts the hotels with as many rates as were requested, because the provider may have more of them', async () => {
  const offers = (count: number) => Array.from({ length: count }, (_, at) => offer({ offerId: `o${at}` }))
  const body = { data: [offered(offers(5)), offered(offers(4), 'lp2')], hotels: [hotel(), hotel({ id: 'lp2' })] }
  expect((await search(body)).metadata).toMatchObject({ hotels_with_fewer_rates: 1, partial: false })
  const one = await search({ data: [offered(offers(100))] }, { params: { hotel_id: 'lp1897' } })
  expect(one.metadata).not.toHaveProperty('hotels_with_fewer_rates')
})

describe('every result matches the traveler’s filters, even if the provider ignores', () => {
  const boards = [offer(), offer({ offerId: 'o2', rates: [rate({ boardType: 'RO', boardName: 'Room Only' })] })]

  test.each<[string, object, string[]]>([
    ['the board', { board: 'room_only' }, ['o2']],
    [
      'the price per room and night, without charges at the hotel',
      { price_min: 100, price_max: 100 },
      ['offer_1', 'o2'],
    ],
    ['a price limit below all offers', { price_max: 99 }, []],
    ['the stars', { stars: [5] }, []],
  ])('%s', async (_, params, ids) => {
    const { results } = await search({ data: [offered(boards)] }, { params })
    expect(results.map((result) => Object(result).id)).toEqual(ids)
  })

  test('a price limit that equals the price, without rounding errors of charges at the hotel', async () => {
    const retailRate = { total: [{ amount: 12, currency: 'USD' }], taxesAndFees: [tax(13.13, false)] }
    const data = [offered([offer({ rates: [rate({ retailRate })] })])]
    for (const params of [{ price_min: 4 }, { price_max: 4 }]) {
      expect((await search({ data }, { params })).results).toHaveLength(1)
    }
  })

  test('free cancellation', async () => {
    const strict = rate({ cancellationPolicies: { cancelPolicyInfos: [], refundableTag: 'NRFN' } })
    const data = [offered([offer(), offer({ offerId: 'o2', rates: [strict] })])]
    const { results } = await search({ data }, { params: { free_cancellation: true } })
    expect(results).toMatchObject([{ id: 'offer_1', cancellation: { kind: 'free' } }])
  })
})

const errorOf = (status: number, code: number) => json({ error: { code, description: 'a', message: 'b' } }, status)

describe('distinguishes the failures of the provider', () => {
  test.each<[string, FakeAnswer, string]>([
    ['no answer in time', timedOut, 'API_TIMEOUT'],
    ['no connection', unreachable, 'API_UNAVAILABLE'],
    ['a refused key', errorOf(401, 401), 'API_AUTH_FAILED'],
    ['a refused key with 200', errorOf(200, 401), 'API_AUTH_FAILED'],
    ['too many requests', errorOf(429, 429), 'API_RATE_LIMITED'],
    ['a wrong request', errorOf(400, 4000), 'API_INVALID_PARAMS'],
    ['an error of the provider', errorOf(500, 5000), 'API_UNAVAILABLE'],
    ['a bad gateway', { status: 502, body: '<html>' }, 'API_UNAVAILABLE'],
    ['a page of HTML with 200', { body: '<html><body>Service</body></html>' }, 'API_UNAVAILABLE'],
    ['no body', { body: '' }, 'API_UNAVAILABLE'],
    ['a truncated body', { body: '{"data": [' }, 'API_UNAVAILABLE'],
    ['no list', json({ data: {} }), 'API_INVALID_ANSWER'],
    ['no object', json(null), 'API_INVALID_ANSWER'],
    ['an empty object', json({}), 'API_INVALID_ANSWER'],
  ])('%s', async (_, answer, code) => {
    const host = hostWith(answer)
    await expect(searchOn(host)).rejects.toMatchObject({ code })
    expect(host.requests).toHaveLength(1)
  })

  test('counts only unreadable offers, and does not call the provider unavailable', async () => {
    const host = hostWith(json({ data: [offered([offer({ rates: [] })])], hotels: [hotel()] }))
    expect(await searchOn(host)).toMatchObject({ results: [], metadata: { partial: true, unreadable: 1 } })
  })

  test('an unknown time zone is an error that names its field', async () => {
    const host = hostWith(json({ data: [offered()], hotels: [hotel()] }))
    await expect(searchOn(host, { params: { time_zone: 'Moon/Sea' } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      field: 'time_zone',
    })
  })
})

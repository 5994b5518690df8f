import { describe, expect, test } from 'vitest'
import { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import { type FakeAnswer, json, timedOut, unreachable } from '#runner/sdk/testing/fake-host.ts'
import { createFlightHost } from '#runner/sdk/testing/flight-host.ts'
import { offer, seattleToTokyo, slice } from '../tests/offers.ts'
import { hostWithPage, search, searchOn, trip } from '../tests/search.ts'
import { searchFlights } from './search-flights.ts'

const many = (count: number) => Array.from({ length: count }, (_, at) => offer({ id: `off_${at}` }))

describe('a search', () => {
  test('creates one offer request with slices, travelers and cabin, in version 2 of the interface', async () => {
    const { sent } = await search(
      { offers: [] },
      { params: { return_date: '2027-03-25', adults: 2, children: 1, infants: 1, cabin: 'business' } },
    )
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(sent[0]).toMatchObject({ method: 'POST', headers: { 'duffel-version': 'v2' } })
    expect(sent[0]?.url.href).toBe(
      'https://api.duffel.com/air/offer_requests?return_offers=false&supplier_timeout=9000',
    )
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      data: {
        slices: [
          { origin: 'SEA', destination: 'NRT', departure_date: '2027-03-15' },
          { origin: 'NRT', destination: 'SEA', departure_date: '2027-03-25' },
        ],
        passengers: [{ type: 'adult' }, { type: 'adult' }, { age: 8 }, { age: 1 }],
        cabin_class: 'business',
        max_connections: 2,
      },
    })
  })

  test('sends max_connections 0 for a non-stop search, and no cabin if the search names none', async () => {
    const { sent } = await search({}, { params: { non_stop: true } })
    expect(JSON.parse(sent[0]?.body ?? '').data).toMatchObject({ max_connections: 0 })
    expect(JSON.parse(sent[0]?.body ?? '').data).not.toHaveProperty('cabin_class')
  })

  test('for non-stop flights returns none with a stop, though the provider counts connections only', async () => {
    const stops = [{ airport: { iata_code: 'ANC' }, duration: 'PT1H' }]
    const landing = offer({ id: 'off_2', slices: [slice([{ ...seattleToTokyo, stops }])] })
    const offers = [offer(), landing]
    const { results, metadata } = await search({ offers }, { params: { non_stop: true } })
    expect(results).toMatchObject([{ id: 'off_1', stops: 0 }])
    expect(metadata).toMatchObject({ partial: false })
    expect((await search({ offers: [landing] }, { params: { non_stop: true } })).results).toEqual([])
    expect((await search({ offers })).results).toHaveLength(2)
  })

  test.each([
    [{}, 9000],
    [{ timeout_ms: 12_000 }, 6000],
    [{ timeout_ms: 3000 }, 2000],
    [{ timeout_ms: 60_000 }, 9000],
  ])('leaves time for the pages of offers: %j gives the airlines %i ms', async (config, supplierMs) => {
    const { sent } = await search({}, { config })
    expect(sent[0]?.url.searchParams.get('supplier_timeout')).toBe(String(supplierMs))
  })

  test('never sends the key or a placeholder itself', async () => {
    const { sent } = await search()
    expect(JSON.stringify(sent)).not.toMatch(/authorization|placeholder/i)
  })

  test('labels the results of a test token as test data', async () => {
    expect((await search()).metadata).toMatchObject({ data: 'test', source_api: 'api.duffel.com' })
    expect((await search({ live: true })).metadata).not.toHaveProperty('data')
  })

  test('returns an empty answer when there are no offers', async () => {
    expect(await search({ offers: [], live: true })).toMatchObject({
      results: [],
      metadata: { partial: false, has_more: false },
    })
  })
})

describe('the pages of offers', () => {
  test('are read, cheapest first, until there are as many offers as wanted', async () => {
    const { results, metadata, sent } = await search({ offers: many(300) }, { config: { max_results: 230 } })
    expect(results).toHaveLength(230)
    expect(metadata).toMatchObject({ has_more: true, partial: false })
    const pages = sent.slice(1).map(({ url }) => Object.fromEntries(url.searchParams))
    expect(pages).toEqual([
      { offer_request_id: 'orq_1', sort: 'total_amount', limit: '200' },
      { offer_request_id: 'orq_1', sort: 'total_amount', limit: '30', after: 'cursor200' },
    ])
  })

  test('end with the last page, even below the wanted number of offers', async () => {
    const { results, metadata } = await search({ offers: many(70) }, { config: { max_results: 100 } })
    expect(results).toHaveLength(70)
    expect(metadata).toMatchObject({ has_more: false, partial: false })
  })

  test('never give more offers than wanted, even if a page has 10,000', async () => {
    const host = hostWithPage(json({ data: many(10_000), meta: { after: null } }))
    const { results, metadata } = await searchOn(host, { config: { max_results: 250 } })
    expect(results).toHaveLength(250)
    expect(metadata).toMatchObject({ has_more: true })
  })

  test('count an offer once that moves to the next page between two requests', async () => {
    const answers: FakeAnswer[] = [
      json({ data: { id: 'orq_1', live_mode: true } }, 201),
      json({ data: many(2), meta: { after: 'next' } }),
      json({ data: many(3).slice(1), meta: { after: null } }),
    ]
    const host = createFlightHost(() => answers.shift() ?? unreachable)
    const { results, metadata } = await searchOn(host)
    expect(results).toMatchObject([{ id: 'off_0' }, { id: 'off_1' }, { id: 'off_2' }])
    expect(metadata).toMatchObject({ partial: false })
    expect(host.lines).toEqual([])
  })

  test.each([
    ['a cursor that repeats', json({ data: [offer()], meta: { after: 'same' } })],
    ['empty pages without end', json({ data: [], meta: { after: 'next' } })],
  ])('end after a few requests: %s', async (_, page) => {
    const host = hostWithPage(page)
    const { metadata } = await searchOn(host)
    expect(host.requests.length).toBeLessThan(5)
    expect(metadata).toMatchObject({ partial: true })
  })

  test('that fail after the first page leave a partial answer', async () => {
    const answers: FakeAnswer[] = [
      json({ data: { id: 'orq_1', live_mode: true } }, 201),
      json({ data: many(2), meta: { after: 'next' } }),
      timedOut,
    ]
    const host = createFlightHost(() => answers.shift() ?? unreachable)
    const { results, metadata } = await searchOn(host)
    expect(results).toHaveLength(2)
    expect(metadata).toMatchObject({ partial: true, has_more: true })
  })
})

const errorOf = (status: number, type: string) =>
  json({ errors: [{ type, code: 'a_code', title: 'A title', message: 'A message' }], meta: { status } }, status)

describe('distinguishes the failures of the provider', () => {
  test.each<[string, FakeAnswer, string]>([
    ['no answer in time', timedOut, 'API_TIMEOUT'],
    ['no connection', unreachable, 'API_UNAVAILABLE'],
    ['a refused token', errorOf(401, 'authentication_error'), 'API_AUTH_FAILED'],
    ['a missing permission in plain text', { status: 403, body: 'Forbidden for this account' }, 'API_AUTH_FAILED'],
    ['a page of HTML with 403', { status: 403, body: '<html>Forbidden</html>' }, 'API_UNAVAILABLE'],
    ['too many requests', errorOf(429, 'rate_limit_error'), 'API_RATE_LIMITED'],
    ['too many requests without a body', { status: 429, body: '' }, 'API_RATE_LIMITED'],
    ['a wrong request', errorOf(422, 'validation_error'), 'API_INVALID_PARAMS'],
    ['an airline that fails', errorOf(422, 'airline_error'), 'API_UNAVAILABLE'],
    ['an error of the provider', errorOf(500, 'api_error'), 'API_UNAVAILABLE'],
    ['a bad gateway', { status: 502, body: '<html>' }, 'API_UNAVAILABLE'],
    ['a page of HTML with 200', { body: '<html><body>Service</body></html>' }, 'API_UNAVAILABLE'],
    ['an error with 200', { ...errorOf(401, 'authentication_error'), status: 200 }, 'API_AUTH_FAILED'],
    ['no body', { body: '' }, 'API_UNAVAILABLE'],
    ['a truncated body', { body: '{"data": {"id": "orq_1"' }, 'API_UNAVAILABLE'],
    ['an answer without an offer request', json({ data: { id: 5 } }), 'API_INVALID_ANSWER'],
    ['an id that would change the next URL', json({ data: { id: '../../orders?x=' } }), 'API_INVALID_ANSWER'],
    ['no object', json(null), 'API_INVALID_ANSWER'],
    ['an empty object', json({}), 'API_INVALID_ANSWER'],
  ])('%s', async (_, answer, code) => {
    const host = createFlightHost(answer)
    await expect(searchOn(host)).rejects.toMatchObject({ code })
    expect(host.requests).toHaveLength(1)
  })

  test.each<[string, FakeAnswer, string]>([
    ['a page of HTML with 200', { body: '<html>' }, 'API_UNAVAILABLE'],
    ['no list', json({ data: {} }), 'API_INVALID_ANSWER'],
    ['an expired offer request', errorOf(404, 'invalid_request_error'), 'API_UNAVAILABLE'],
  ])('in the first page of offers: %s', async (_, page, code) => {
    await expect(searchOn(hostWithPage(page))).rejects.toMatchObject({ code })
  })

  test('counts only unreadable offers, and does not call the provider unavailable', async () => {
    const host = hostWithPage(json({ data: [null, offer({ total_amount: null })], meta: {} }))
    expect(await searchOn(host)).toMatchObject({ results: [], metadata: { partial: true, unreadable: 2 } })
    expect(host.lines).toEqual(['2 of 2 offers left out (no object: 1, no amount: 1)'])
  })

  test('an unknown place is an error that names its field', async () => {
    const host = createFlightHost(errorOf(422, 'validation_error'))
    await expect(searchOn(host, { params: { ...trip, destination: 'QQQ' } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      field: 'destination',
    })
  })

  test('an unknown place of a trip with several destinations is an error that names its slice', async () => {
    const [first, second] = [trip, { origin: 'NRT', destination: 'QQQ', date: '2027-03-20' }]
    for (const [slices, field] of [
      [[first, second], 'slices.1.destination'],
      [
        [
          { ...first, origin: 'QQQ' },
          { ...second, destination: 'LAX' },
        ],
        'slices.0.origin',
      ],
    ] as const) {
      const host = createFlightHost(errorOf(422, 'validation_error'))
      const params = FlightParams.parse({ slices })
      await expect(searchFlights({ action: 'search_flights', params, config: {} }, host)).resolves.toMatchObject({
        code: 'INVALID_INPUT',
        field,
      })
    }
  })
})

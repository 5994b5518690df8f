import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import { SkillReturn } from '#runner/contract/skill-io.ts'
import type { FakeAnswer } from '#runner/sdk/testing/fake-host.ts'
import { createFlightHost } from '#runner/sdk/testing/flight-host.ts'
import { answerWith, itinerary, offer, seattleToTokyo, tokyoToSeattle } from '../tests/offers.ts'
import skill from './main.ts'
import { searchFlights } from './search-flights.ts'

const params = { origin: 'SEA', destination: 'NRT', date: '2027-03-15' }

async function search(
  answer: FakeAnswer,
  fields: object = {},
  config: { max_results?: number } = {},
  trip: object = params,
) {
  const host = createFlightHost(answer)
  const call = { action: 'search_flights', params: FlightParams.parse({ ...trip, ...fields }), config }
  const outcome = await searchFlights(call, host)
  const answered = outcome.ok ? SkillReturn.parse(JSON.parse(JSON.stringify(outcome.value))) : undefined
  const results = answered?.results.map((result) => FlightResult.parse(result)) ?? []
  return { host, outcome, answered, results }
}
const codeOf = async (answer: FakeAnswer, fields?: object) => {
  const { outcome } = await search(answer, fields)
  return outcome.ok ? 'success' : outcome.code
}

describe('a search', () => {
  test('sends one request, and makes one host call for all UTC offsets', async () => {
    const offers = [offer(), offer({ id: '2' })]
    const { host, answered, results } = await search({ body: answerWith(offers) })
    expect(host.requests).toEqual([
      {
        method: 'GET',
        url: expect.stringMatching(
          /^https:\/\/api\.amadeus\.com\/v2\/shopping\/flight-offers\?originLocationCode=SEA&/,
        ),
        headers: { accept: 'application/json, application/vnd.amadeus+json' },
      },
    ])
    expect(host.offsetCalls).toEqual([6])
    expect(results.map(({ id }) => id)).toEqual(['1', '2'])
    expect(answered?.metadata).toEqual({ source_api: 'api.amadeus.com', partial: false })
    expect(host.lines).toEqual([])
  })

  test('keeps the provider’s order and returns no more than requested', async () => {
    const offers = Array.from({ length: 30 }, (_, at) => offer({ id: `o${29 - at}` }))
    const { results } = await search({ body: answerWith(offers) }, {}, { max_results: 3 })
    expect(results.map(({ id }) => id)).toEqual(['o29', 'o28', 'o27'])
  })

  test('gives every result a unique ID', async () => {
    const others = ['900.00', '950.00'].map((grandTotal) => offer({ price: { currency: 'USD', grandTotal } }))
    const { results } = await search({ body: answerWith([offer(), ...others, offer({ id: undefined })]) })
    expect(new Set(results.map(({ id }) => id)).size).toBe(4)
  })

  test('counts an offer once that the provider repeats', async () => {
    const { answered, results, host } = await search({ body: answerWith([offer(), offer({ id: '2' }), offer()]) })
    expect(results.map(({ id }) => id)).toEqual(['1', '2'])
    expect(answered?.metadata.partial).toBe(false)
    expect(host.lines).toEqual([])
  })

  test('leaves out unreadable offers, logs their number, and continues', async () => {
    const { host, answered, results } = await search({ body: answerWith([null, offer(), offer({ price: {} })]) })
    expect(results).toHaveLength(1)
    expect(answered?.metadata).toMatchObject({ partial: true, unreadable: 2 })
    expect(host.lines).toEqual(['2 of 3 offers left out (no object: 1, no currency: 1)'])
  })

  test('counts the offers when every one is unreadable, and does not call the provider unavailable', async () => {
    const unreadable = { ok: true, value: { results: [], metadata: { partial: true, unreadable: 1 } } }
    expect((await search({ body: answerWith([offer({ price: {} })]) })).outcome).toMatchObject(unreadable)
    const oneLeg = answerWith([offer()])
    expect((await search({ body: oneLeg }, { return_date: '2027-03-25' })).outcome).toMatchObject(unreadable)
  })

  test('names once each airport that our data lacks, or whose zone the durations contradict', async () => {
    const at = (arrival: object) => offer({ itineraries: [itinerary({ ...seattleToTokyo, arrival })] })
    const unknown = at({ iataCode: 'KTI', at: '2027-03-16T14:10:00' })
    const contradicted = at({ iataCode: 'MNL', at: '2027-03-16T12:10:00' })
    const unstated = offer({
      itineraries: [
        itinerary({ ...seattleToTokyo, duration: undefined, arrival: { iataCode: 'NMI', at: '2027-03-16T14:10:00' } }),
      ],
    })
    const { host, answered, results } = await search({
      body: answerWith([unknown, contradicted, unknown, unstated].map((one, id) => ({ ...one, id: String(id) }))),
    })
    expect(results.map(({ duration_minutes }) => duration_minutes)).toEqual([640, 580, 640])
    expect(results.map(({ legs }) => legs[0]?.segments[0]?.stated_duration_minutes)).toEqual([
      undefined,
      640,
      undefined,
    ])
    expect(answered?.metadata).toMatchObject({ partial: true, unreadable: 1, unknown_airports: ['KTI', 'NMI'] })
    expect(host.lines).toEqual([
      '1 of 4 offers left out (an airport that our data lacks: 1)',
      'our airport data lacks KTI, NMI',
      'stated durations contradict the time zones of SEA–MNL',
    ])
  })

  test('for non-stop flights returns none with a technical stop', async () => {
    const landing = offer({ id: '2', itineraries: [itinerary({ ...seattleToTokyo, numberOfStops: 1 })] })
    const body = answerWith([offer(), landing])
    const { answered, results } = await search({ body }, { non_stop: true })
    expect(results).toMatchObject([{ id: '1', stops: 0 }])
    expect(answered?.metadata.partial).toBe(false)
    expect((await search({ body })).results).toHaveLength(2)
  })

  test('returns both legs of a round trip', async () => {
    const both = offer({ itineraries: [itinerary(seattleToTokyo), itinerary(tokyoToSeattle)] })
    const { results } = await search({ body: answerWith([both]) }, { return_date: '2027-03-25' })
    expect(results[0]?.legs).toHaveLength(2)
  })
})

describe('the outcome of a search', () => {
  test.each<[string, FakeAnswer, string]>([
    ['no offers', { body: answerWith([]) }, 'success'],
    ['no offers and no dictionaries', { body: '{"meta":{"count":0},"data":[]}' }, 'success'],
    ['no data for the query', { status: 404, body: '{"errors":[{"status":404,"code":1797}]}' }, 'success'],
    ['a page of HTML', { body: '<html><body>Service</body></html>' }, 'API_UNAVAILABLE'],
    ['a truncated body', { body: answerWith([offer()]).slice(0, -40) }, 'API_UNAVAILABLE'],
    ['no body', { body: '' }, 'API_UNAVAILABLE'],
    ['no list', { body: '{"data":{}}' }, 'API_INVALID_ANSWER'],
    ['a bad gateway', { status: 502, body: '<html>' }, 'API_UNAVAILABLE'],
    [
      'a date refused by the provider',
      { status: 400, body: '{"errors":[{"status":400,"code":4926}]}' },
      'API_INVALID_PARAMS',
    ],
    ['a refused token', { status: 401, body: '{"errors":[{"status":"401","code":"38190"}]}' }, 'API_AUTH_FAILED'],
    ['too many requests', { status: 429, body: '{"errors":[{"status":429,"code":38194}]}' }, 'API_RATE_LIMITED'],
    ['no answer in time', { rejects: Object.assign(new Error('slow'), { name: 'TimeoutError' }) }, 'API_TIMEOUT'],
    ['no connection', { rejects: Object.assign(new Error('gone'), { name: 'NetworkError' }) }, 'API_UNAVAILABLE'],
  ])('%s', async (_title, answer, code) => {
    expect(await codeOf(answer)).toBe(code)
  })

  test('of a multi-city trip has one leg for each flight; an offer with fewer legs is unreadable', async () => {
    const slices = [params, { origin: 'HND', destination: 'SEA', date: '2027-03-25' }]
    const both = offer({ itineraries: [itinerary(seattleToTokyo), itinerary(tokyoToSeattle)] })
    const { host, results } = await search({ body: answerWith([both, offer()]) }, { slices }, {}, {})
    expect(results.map(({ legs }) => legs.length)).toEqual([2])
    expect(host.requests).toMatchObject([{ method: 'POST' }])
    const { outcome } = await search({ body: answerWith([offer()]) }, { slices }, {}, {})
    expect(outcome).toMatchObject({ ok: true, value: { results: [], metadata: { unreadable: 1 } } })
  })

  test('distinguishes an unknown code from a route without flights', async () => {
    const nothing = { body: answerWith([]) }
    expect((await search(nothing, { origin: 'QQQ' })).outcome).toMatchObject({
      code: 'INVALID_INPUT',
      detail: 'origin: is not a known airport or city',
      field: 'origin',
    })
    expect((await search(nothing, { destination: 'QQQ' })).outcome).toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('names the slice of an unknown code in a trip with several destinations', async () => {
    const slices = [params, { origin: 'HND', destination: 'QQQ', date: '2027-03-25' }]
    const { outcome } = await search({ body: answerWith([]) }, { slices }, {}, {})
    expect(outcome).toMatchObject({ code: 'INVALID_INPUT', field: 'slices.1.destination' })
  })

  test('logs the real status of an answer that is not JSON', async () => {
    expect((await search({ body: '<html>' })).outcome).toMatchObject({ detail: 'status 200, no JSON' })
  })

  test('ends with valid results or an error code for any JSON', async () => {
    const mutated = fc
      .record({ field: fc.constantFrom(...Object.keys(offer()), 'data', 'dictionaries'), value: fc.jsonValue() })
      .map(({ field, value }) => answerWith([offer({ [field]: value }), offer()], { [field]: value }))
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutated, fc.json()), fc.constantFrom(200, 400, 404, 500), async (body, status) => {
        const { outcome } = await search({ status, body })
        expect(outcome.ok || outcome.code.startsWith('API_')).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the skill', () => {
  const call = { action: 'search_flights', params: FlightParams.parse(params), config: {} }

  test('returns the results', async () => {
    const answer = await skill(call, createFlightHost({ body: answerWith([offer()]) }))
    expect(SkillReturn.parse(JSON.parse(JSON.stringify(answer))).results).toHaveLength(1)
  })

  test('raises a failure with its code and its refused field', async () => {
    await expect(async () => skill(call, createFlightHost({ status: 429, body: '{}' }))).rejects.toMatchObject({
      code: 'API_RATE_LIMITED',
    })
    const unknown = { ...call, params: FlightParams.parse({ ...params, origin: 'QQQ' }) }
    await expect(async () => skill(unknown, createFlightHost({ body: answerWith([]) }))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      field: 'origin',
    })
  })
})

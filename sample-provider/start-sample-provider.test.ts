import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { needs, referenceData } from '../scripts/testing/needs.ts'
import { flightOffersAnswerSchema } from './flights/testing/wire.ts'
import { fieldsOf } from './testing/fields-of.ts'
import { codesOf, startProvider } from './testing/start-provider.ts'

const query = 'originLocationCode=SEA&destinationLocationCode=NRT&departureDate=2027-01-05&adults=1'
const OFFERS = '/v2/shopping/flight-offers'

async function start(options: Parameters<typeof startProvider>[0] = {}) {
  const started = await startProvider(options)
  const offers = (params = query, authorization?: string) =>
    started.ask(`${OFFERS}?${params}`, authorization === undefined ? {} : { authorization })
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    started.ask(OFFERS, {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.amadeus+json', 'x-http-method-override': 'GET', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { ...started, offers, post }
}

const trip = (id: string, originLocationCode: string, destinationLocationCode: string, date: string) => ({
  id,
  originLocationCode,
  destinationLocationCode,
  departureDateTimeRange: { date },
})
const severalDestinations = {
  originDestinations: [trip('1', 'SEA', 'NRT', '2027-01-05'), trip('2', 'NRT', 'SIN', '2027-01-12')],
  travelers: [
    { id: '1', travelerType: 'ADULT' },
    { id: '2', travelerType: 'CHILD' },
  ],
  sources: ['GDS'],
}

describe('the sample provider', () => {
  test('answers a search in the provider’s format', async () => {
    const { offers, url } = await start()
    const response = await offers()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/vnd.amadeus+json')
    expect(response.headers.get('ama-gateway-request-id')).toMatch(/^[0-9A-F]{24}$/)
    const answer = flightOffersAnswerSchema.parse(await response.json())
    expect(answer.meta).toEqual({
      count: answer.data.length,
      links: { self: `${url}/v2/shopping/flight-offers?${query}` },
    })
    expect(answer.data.length).toBeGreaterThanOrEqual(8)
  })

  test('issues tokens as JSON', async () => {
    const response = await (await start()).requestToken()
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({ type: 'amadeusOAuth2Token', expires_in: 1799 })
  })

  test('refuses a token request that is not a form', async () => {
    const { url } = await start()
    const response = await fetch(`${url}/v1/security/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', client_id: 'sample', client_secret: 'sample' }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_request', code: 38187 })
  })

  test('refuses a search with a missing, unknown or expired token', async () => {
    const { offers, token, clock, url } = await start()
    const bare = await fetch(`${url}/v2/shopping/flight-offers?${query}`)
    expect([bare.status, await codesOf(bare)]).toEqual([401, [38191]])
    expect(await codesOf(await offers(query, 'Bearer unknown'))).toEqual([38190])
    const old = await token()
    clock.ms += 1_799_000
    const late = await offers(query, `Bearer ${old}`)
    expect([late.status, await codesOf(late)]).toEqual([401, [38192]])
  })

  test('refuses the second of two immediate searches, even if that search is invalid', async () => {
    const { url, token } = await start()
    const headers = { authorization: `Bearer ${await token()}` }
    const first = await fetch(`${url}/v2/shopping/flight-offers?${query}`, { headers })
    const second = await fetch(`${url}/v2/shopping/flight-offers?adults=0`, { headers })
    expect(first.status).toBe(200)
    expect([second.status, await codesOf(second)]).toEqual([429, [38194]])
  })

  test('reports wrong parameters with their codes', async () => {
    const { offers } = await start()
    const response = await offers(query.replace('adults=1', 'adults=1&infants=2'))
    expect([response.status, await codesOf(response)]).toEqual([400, [2668]])
  })

  test('rejects other resources and methods', async () => {
    const { url } = await start()
    for (const [path, method] of [
      ['/', 'GET'],
      ['/v1/shopping/flight-offers', 'GET'],
      ['/v2/shopping/flight-offers', 'DELETE'],
      ['/v1/security/oauth2/token', 'GET'],
    ] as const) {
      const response = await fetch(url + path, { method })
      expect([path, response.status, await codesOf(response)]).toEqual([path, 404, [38196]])
    }
  })

  test('answers a search for several destinations with a count and no self link', async () => {
    const { post } = await start()
    const response = await post(severalDestinations)
    expect(response.status).toBe(200)
    const answer = flightOffersAnswerSchema.parse(await response.json())
    expect(answer.meta).toEqual({ count: answer.data.length })
    expect(answer.data.length).toBeGreaterThan(20)
    expect(new Set(answer.data.map(({ itineraries }) => itineraries.length))).toEqual(new Set([2]))
  })

  test.each([
    ['an empty override', severalDestinations, { 'x-http-method-override': '' }, 477],
    ['another override', severalDestinations, { 'x-http-method-override': 'PUT' }, 477],
    ['another media type', severalDestinations, { 'content-type': 'text/plain' }, 477],
    ['invalid JSON', '{"originDestinations":', {}, 477],
    ['a body that is too long', `"${'a'.repeat(70_000)}"`, {}, 477],
    ['an empty request', {}, {}, 32171],
  ])('refuses several destinations with %s', async (_, body, headers, code) => {
    const { post } = await start()
    const response = await post(body, headers)
    expect(response.status).toBe(400)
    expect((await codesOf(response))[0]).toBe(code)
  })

  test('refuses several destinations without the required header', async () => {
    const { url, token } = await start()
    const response = await fetch(`${url}/v2/shopping/flight-offers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      body: JSON.stringify(severalDestinations),
    })
    expect([response.status, await codesOf(response)]).toEqual([400, [32171]])
  })

  test('frees its port on close, even with a pending request', async () => {
    const searched = Promise.withResolvers<void>()
    const { provider, url } = await start({
      faultOf: () => {
        searched.resolve()
        return 'hang'
      },
    })
    const hanging = fetch(`${url}/v2/shopping/flight-offers?${query}`)
    const ended = expect(hanging).rejects.toThrow()
    await searched.promise
    await provider.close()
    await ended
    await expect(fetch(url)).rejects.toThrow()
  })
})

describe('faults', () => {
  test.each([
    ['500', 500, [38189]],
    ['429', 429, [38194]],
  ] as const)('%s answers with its status', async (fault, status, codes) => {
    const { offers } = await start({ fault })
    const response = await offers()
    expect([response.status, await codesOf(response)]).toEqual([status, codes])
  })

  test('html answers with an HTML error page of the gateway', async () => {
    const { offers } = await start({ fault: 'html' })
    const response = await offers()
    expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html'])
  })

  test('down resets the connection until the fault is removed', async () => {
    const { offers, provider, token } = await start()
    const header = `Bearer ${await token()}`
    provider.setFault('down')
    await expect(offers(query, header)).rejects.toThrow()
    provider.setFault(undefined)
    expect((await offers(query, header)).status).toBe(200)
  })

  test('slow answers after its delay', async () => {
    const { offers } = await start({ fault: 'slow', slowMs: 1 })
    expect((await offers()).status).toBe(200)
  })

  test.each(['slow', 'hang'] as const)('%s leaves one search unanswered and answers a later search', async (fault) => {
    const arrived = Promise.withResolvers<void>()
    const { offers, provider } = await start({
      slowMs: 600_000,
      faultOf: (params) => {
        if (params.get('adults') !== '2') return undefined
        arrived.resolve()
        return fault
      },
    })
    const cutOff = expect(offers(query.replace('adults=1', 'adults=2'))).rejects.toThrow()
    await arrived.promise
    expect((await offers()).status).toBe(200)
    await provider.close()
    await cutOff
  })

  test('empty finds nothing', async () => {
    const { offers } = await start({ fault: 'empty' })
    expect(await (await offers()).json()).toMatchObject({ meta: { count: 0 }, data: [] })
  })

  test('empty does not change the refusal of an invalid search', async () => {
    const { offers } = await start({ fault: 'empty' })
    expect(await codesOf(await offers(query.replace('adults=1', 'adults=0')))).toEqual([4926])
  })
})

/** The fields of every round-trip answer that callers rely on. */
const flightFields = [
  ...['meta.count', 'meta.links.self', 'data.type', 'data.id', 'data.source', 'data.oneWay', 'data.lastTicketingDate'],
  ...['data.numberOfBookableSeats', 'data.validatingAirlineCodes', 'data.itineraries.duration'],
  ...['iataCode', 'terminal', 'at'].map((field) => `data.itineraries.segments.departure.${field}`),
  ...['iataCode', 'terminal', 'at'].map((field) => `data.itineraries.segments.arrival.${field}`),
  ...['id', 'carrierCode', 'number', 'duration', 'aircraft.code', 'numberOfStops', 'blacklistedInEU'].map(
    (field) => `data.itineraries.segments.${field}`,
  ),
  ...['currency', 'total', 'base', 'grandTotal', 'fees.amount', 'fees.type'].map((field) => `data.price.${field}`),
  ...['data.pricingOptions.fareType', 'data.pricingOptions.includedCheckedBagsOnly'],
  ...['travelerId', 'fareOption', 'travelerType', 'price.currency', 'price.total', 'price.base'].map(
    (field) => `data.travelerPricings.${field}`,
  ),
  ...['segmentId', 'cabin', 'fareBasis', 'class', 'includedCheckedBags.quantity'].map(
    (field) => `data.travelerPricings.fareDetailsBySegment.${field}`,
  ),
]

test('an answer has every field that callers rely on, and the schema rejects an incomplete offer', async () => {
  const { offers } = await start()
  const answer: unknown = await (await offers(`${query}&returnDate=2027-01-12`)).json()
  expect(flightFields.filter((field) => !fieldsOf(answer).has(field))).toEqual([])
  const wrong = { meta: { count: 1 }, data: [{ type: 'flight-offer' }] }
  expect(flightOffersAnswerSchema.safeParse(wrong).success).toBe(false)
})

describe('compared with recorded answers', needs.referenceData, () => {
  const examples = ['flight-offers.get.code-examples.json', 'recorded/flight-offers.recorded-sample.json']
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(join(referenceData ?? '', 'amadeus', 'examples', name), 'utf8'))

  test.each(examples)('%s matches the schema that checks our answers', (name) => {
    expect(flightOffersAnswerSchema.safeParse(read(name)).error).toBeUndefined()
  })

  test.each([
    ['GETAirOffersReply', 'GET'],
    ['returnAirOffers', 'POST'],
  ] as const)('our answers match the specification’s %s', async (reply, method) => {
    const { definitions, responses }: { definitions: object; responses: Record<string, { schema: object }> } =
      JSON.parse(readFileSync(join(referenceData ?? '', 'amadeus', 'specs', 'FlightOffersSearch_v2.json'), 'utf8'))
    const { offers, post } = await start()
    // Does not validate formats: the local times have no offset, which JSON Schema’s date-time requires.
    const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile({
      ...responses[reply]?.schema,
      definitions,
    })
    const party = 'adults=2&children=1&infants=1'
    const response =
      method === 'POST' ? await post(severalDestinations) : await offers(query.replace('adults=1', party))
    const answer = flightOffersAnswerSchema.parse(await response.json())
    expect(answer.data.length).toBeGreaterThan(20)
    expect(validate(answer)).toBe(true)
    expect(validate({ data: [{ type: 'flight-offer' }] })).toBe(false)
  })

  test('our offers have every field common to all recorded offers', async () => {
    const { offers } = await start()
    const ours = fieldsOf(await (await offers(`${query}&returnDate=2027-01-12`)).json())
    const recorded = examples.map((name) => fieldsOf(read(name)))
    const always = [...(recorded[0] ?? [])].filter((field) => recorded.every((fields) => fields.has(field)))
    expect(always.filter((field) => !field.startsWith('dictionaries.') && !ours.has(field))).toEqual([])
    expect(always.length).toBeGreaterThan(30)
  })
})

import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '#lib/compose/compose.ts'
import { openServices } from '#lib/compose/testing/open-services.ts'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { recountHotel } from '../../model/hotels/read-hotels.ts'
import { addDays } from '../../model/offset-time.ts'
import { hotelSearchInput } from './hotel-search-input.ts'

const today = new Date().toISOString().slice(0, 10)
const stayAfter = (days: number) => ({ check_in: addDays(today, days), check_out: addDays(today, days + 3) })
/** The stay that a test searches. */
let stay = stayAfter(60)
/** Its radius, which nothing else depends on. */
let radius_km = 10
const hotelId = (number: number) => `ACPAR${String(number).padStart(3, '0')}`

const listed = (number: number) => ({
  chainCode: 'AC',
  iataCode: 'PAR',
  dupeId: number,
  name: `HOTEL ${number}`,
  hotelId: hotelId(number),
  geoCode: { latitude: 48.85 + number / 10_000, longitude: 2.35 },
  address: { countryCode: 'FR' },
  rating: 4,
})

/** An offer as large as a live offer. */
const offered = (id: string) => ({
  type: 'hotel-offers',
  available: true,
  hotel: { hotelId: id, chainCode: 'AC', dupeId: '1', name: `Hotel ${id}`, cityCode: 'PAR' },
  offers: [
    {
      id: `OFFER${id}`,
      checkInDate: stay.check_in,
      checkOutDate: stay.check_out,
      rateCode: 'BAR',
      rateFamilyEstimated: { code: 'BAR', type: 'P' },
      boardType: 'BREAKFAST',
      room: {
        type: 'B2D',
        typeEstimated: { category: 'SUPERIOR_ROOM', beds: 2, bedType: 'DOUBLE' },
        description: {
          text: `Room of ${id}: 2 double beds, 24 sqm, air conditioning, safe, minibar, balcony`,
          lang: 'EN',
        },
      },
      guests: { adults: 2 },
      price: {
        currency: 'EUR',
        total: '330.30',
        taxes: [
          { code: 'VALUE_ADDED_TAX', percentage: '10', amount: '30.00', currency: 'EUR', included: true },
          {
            code: 'CITY_TAX',
            amount: '2.90',
            currency: 'EUR',
            included: false,
            pricingFrequency: 'PER_NIGHT',
            pricingMode: 'PER_OCCUPANT',
          },
        ],
        variations: { changes: [{ startDate: stay.check_in, endDate: stay.check_out, base: '100.10' }] },
      },
      policies: {
        paymentType: 'guarantee',
        guarantee: { acceptedPayments: { creditCards: ['VI', 'CA', 'AX'], methods: ['CREDIT_CARD'] } },
        cancellations: [
          { numberOfNights: 1, amount: '110.10', deadline: `${addDays(stay.check_in, -2)}T18:00:00+01:00` },
        ],
      },
    },
  ],
})

/** The provider's answer to a batch. `undefined` if the provider never answers. */
type AnswerBatch = (hotelIds: readonly string[]) => { status: number; body: unknown } | undefined

const everyHotel: AnswerBatch = (hotelIds) => ({ status: 200, body: { data: hotelIds.map(offered) } })

/** A provider that lists `hotels` hotels, has no scores, and answers each request for offers with `answerBatch`. */
async function startProvider() {
  const provider = { hotels: 0, answerBatch: everyHotel, open: 0, maxAtOnce: 0, batches: 0 }
  const answerOf = ({ method, url = '' }: IncomingMessage) => {
    const { pathname, searchParams } = new URL(url, 'http://provider')
    if (method === 'POST') return { status: 200, body: { access_token: 'token', expires_in: 1799 } }
    if (pathname.endsWith('/by-city')) {
      return { status: 200, body: { data: Array.from({ length: provider.hotels }, (_, at) => listed(at)) } }
    }
    if (pathname.endsWith('/hotel-sentiments')) return { status: 200, body: { data: [] } }
    provider.batches += 1
    return provider.answerBatch(searchParams.get('hotelIds')?.split(',') ?? [])
  }
  const server = await openHttpServer((request, response) => {
    provider.maxAtOnce = Math.max(provider.maxAtOnce, ++provider.open)
    response.once('close', () => provider.open--)
    const answer = answerOf(request)
    if (answer === undefined) return
    // Answers one turn later, so that concurrent requests are counted together.
    setImmediate(() =>
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body)),
    )
  })
  return Object.assign(provider, server)
}

let provider: Awaited<ReturnType<typeof startProvider>>
let services: Services
const opened = new AsyncDisposableStack()

beforeAll(async () => {
  provider = opened.use(await startProvider())
  services = await openServices(opened, {
    TRAVEL_UPSTREAMS: JSON.stringify({ 'api.amadeus.com': { url: provider.url, data: 'live' } }),
    AMADEUS_API_KEY: 'key',
    AMADEUS_API_SECRET: 'secret',
  })
})
afterAll(() => opened.disposeAsync())

/** Sets the provider's hotels, and changes stay and radius, so that no answer is known for the next search. */
async function serve(hotels: number, answerBatch: AnswerBatch = everyHotel) {
  await expect.poll(() => provider.open).toBe(0)
  Object.assign(provider, { hotels, answerBatch, maxAtOnce: 0, batches: 0 })
  await services.db.execution.deleteMany()
  stay = { check_in: addDays(stay.check_in, 1), check_out: addDays(stay.check_out, 1) }
  radius_km += 1
  /** The answers to a search as the route makes it for a guest, who has the smallest budget. */
  async function* answersTo({ timeout_ms, firstResults }: { timeout_ms?: number; firstResults?: number }) {
    const query = HotelSearch.parse({ place: 'PAR', radius_km, ...stay, currency: 'EUR' })
    const checked = hotelSearchInput(query, services.places, Date.now())
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults))
    const { config, ...input } = checked.input
    const stream = await services.searchByCapability({
      capability: 'C-HOTEL-SEARCH',
      input: { ...input, config: timeout_ms === undefined ? config : { ...config, timeout_ms } },
      ...contextOf(publicPrincipal),
      signal: new AbortController().signal,
      requestId: 'test',
      firstResults,
    })
    if (stream.kind === 'refused') throw new Error(stream.error.message)
    for await (const line of stream.lines) if (line.type === 'answer') yield line
  }
  const search = async (timeout_ms = 15_000) => {
    for await (const { output } of answersTo({ timeout_ms })) return output
    throw new Error('no answer')
  }
  /** For each answer: how many requests the provider had received by then, and the number of hotels. */
  const searchInSteps = async (firstResults: number) => {
    const answers: { batches: number; hotels: number; isFirst: boolean }[] = []
    for await (const { is_first: isFirst = false, output } of answersTo({ firstResults })) {
      if (output.status !== 'success') continue
      answers.push({ batches: provider.batches, hotels: output.results.length, isFirst })
    }
    return answers
  }
  return { search, searchInSteps }
}

/**
 * Searches 800 hotels. On a busy machine, a guest's time limit may end the search, or the requests before the last hotel:
 * then it begins again, with the answers that are shared for a minute.
 */
async function searchInTime(answerBatch: AnswerBatch) {
  const { search } = await serve(800, answerBatch)
  for (;;) {
    const output = await search()
    if (output.status === 'success' && !output.metadata.partial) return output
    if (output.status === 'error' && output.error.code !== 'TIMEOUT') throw new Error(JSON.stringify(output))
  }
}

test('a guest gets hotels with consistent figures; a repeat uses the cache', async () => {
  const { search } = await serve(120)
  const output = await search()
  if (output.status !== 'success') throw new Error(JSON.stringify(output))
  expect(output.metadata).toMatchObject({ source_api: 'api.amadeus.com', data: 'live', partial: false, cached: false })
  const results = output.results.map((each) => HotelResult.parse(each))
  expect(new Set(results.map((each) => each.hotel_id)).size).toBe(120)
  const distances = results.map((each) => each.distance_km ?? Number.NaN)
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  for (const result of results) expect(recountHotel(result)).toEqual(result)
  expect(results[0]).toMatchObject({ price: { amount: 347.7, currency: 'EUR' }, cancellation: { kind: 'free' } })
  expect([provider.batches, provider.maxAtOnce <= 4]).toEqual([6, true])
  expect(await search()).toMatchObject({ status: 'success', metadata: { cached: true } })
  expect(await services.db.execution.count()).toBe(1)
})

test('a guest gets 800 hotels within the limits: every term of 300 with eight offers each, and the cheapest of the others', async () => {
  const withAllRates: AnswerBatch = (hotelIds) => {
    const data = hotelIds.map(offered).map((hotel) => ({
      ...hotel,
      offers: hotel.offers.flatMap((offer) =>
        ['ROOM_ONLY', 'BREAKFAST'].flatMap((boardType) =>
          [[{ type: 'FULL_STAY' }], offer.policies.cancellations].flatMap((cancellations, at) =>
            [300, 400].map((total) => ({
              ...offer,
              id: `${offer.id}${boardType}${at}${total}`,
              boardType,
              price: { ...offer.price, total: String(total) },
              policies: { ...offer.policies, cancellations },
            })),
          ),
        ),
      ),
    }))
    return { status: 200, body: { data } }
  }
  const output = await searchInTime(withAllRates)
  expect(output.metadata).toMatchObject({ partial: false, hotels_with_fewer_rates: 500 })
  const terms = output.results.map((each) => {
    const { hotel_id, board, cancellation } = HotelResult.parse(each)
    return `${hotel_id} ${board} ${cancellation?.kind}`
  })
  expect(new Set(terms).size).toBe(terms.length)
  const counts = [...Map.groupBy(terms, (term) => term.slice(0, 8)).values()].map(({ length }) => length)
  expect([counts.length, counts.filter((count) => count === 4).length]).toEqual([800, 300])
})

test('returns the first hotels after one batch, then the whole answer; a cached answer comes at once', async () => {
  const { searchInSteps } = await serve(120)
  // Both share the answer for the nearest twenty.
  expect(await searchInSteps(20)).toEqual([
    { batches: 1, hotels: 20, isFirst: true },
    { batches: 6, hotels: 120, isFirst: false },
  ])
  expect(await searchInSteps(20)).toEqual([{ batches: 6, hotels: 120, isFirst: false }])
  expect(await services.db.execution.count()).toBe(2)
})

test('runs the skill once when all hotels are in the first batch', async () => {
  const { searchInSteps } = await serve(12)
  expect(await searchInSteps(20)).toEqual([{ batches: 1, hotels: 12, isFirst: false }])
  expect(await services.db.execution.count()).toBe(1)
})

test('sends a provider no further request after the request for the first hotels fails', async () => {
  const { searchInSteps } = await serve(120, () => ({ status: 500, body: {} }))
  expect(await searchInSteps(20)).toEqual([])
  expect(provider.batches).toBe(1)
  expect(await services.db.execution.count()).toBe(1)
})

test('returns a partial answer, which is not cached, when a provider stops answering', async () => {
  const { search } = await serve(120, (hotelIds) =>
    hotelIds.includes(hotelId(100)) ? undefined : everyHotel(hotelIds),
  )
  let times = 0
  const hotels = async () => {
    times += 1
    const output = await search(6000)
    return output.status === 'success' ? { hotels: output.results.length, ...output.metadata } : output
  }
  // On a busy machine, the execution's own limit may end it before the skill returns what it has.
  for (const _ of ['first', 'second']) {
    await expect.poll(hotels).toMatchObject({ hotels: 100, partial: true, cached: false })
  }
  expect(await services.db.execution.count()).toBe(times)
})

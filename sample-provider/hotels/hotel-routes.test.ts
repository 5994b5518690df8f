import { describe, expect, test } from 'vitest'
import { codesOf, startProvider } from '../testing/start-provider.ts'
import { hotelListAnswerSchema, hotelOffersAnswerSchema } from './testing/wire.ts'

const city = '/v1/reference-data/locations/hotels/by-city?cityCode=LIS'

async function start(options: Parameters<typeof startProvider>[0] = {}) {
  const { provider, url, ask } = await startProvider(options)
  const get = (path: string, authorization?: string) => ask(path, authorization === undefined ? {} : { authorization })
  return { provider, url, get }
}

describe('the sample provider’s hotels', () => {
  test('list hotels, and return the offers of the listed hotels', async () => {
    const { get, url } = await start()
    const listed = await get(city)
    expect([listed.status, listed.headers.get('content-type')]).toEqual([200, 'application/vnd.amadeus+json'])
    const { data, meta } = hotelListAnswerSchema.parse(await listed.json())
    expect(meta).toEqual({ count: data.length, links: { self: url + city } })

    const hotelIds = data
      .slice(0, 20)
      .map(({ hotelId }) => hotelId)
      .join(',')
    const query = `hotelIds=${hotelIds}&checkInDate=2027-01-12&checkOutDate=2027-01-14&includeClosed=true&bestRateOnly=false`
    const found = hotelOffersAnswerSchema.parse(await (await get(`/v3/shopping/hotel-offers?${query}`)).json())
    expect(found.data.map(({ hotel }) => hotel.hotelId).join(',')).toBe(hotelIds)
    expect(found.data.some(({ offers = [] }) => offers.length > 0)).toBe(true)
  })

  test('require a token and enforce the rate limit on every path', async () => {
    const { get, url } = await start()
    expect(await codesOf(await get(city, 'Bearer unknown'))).toEqual([38190])
    expect(await codesOf(await fetch(url + city))).toEqual([38191])
    const tight = await start({ pace: { minIntervalMs: 60_000, toleranceMs: 0 } })
    expect((await tight.get(city)).status).toBe(200)
    const second = await tight.get('/v3/shopping/hotel-offers')
    expect([second.status, await codesOf(second)]).toEqual([429, [38194]])
  })

  test('reject other hotel resources and methods', async () => {
    const { url } = await start()
    for (const [path, method] of [
      ['/v1/reference-data/locations/hotels', 'GET'],
      ['/v1/reference-data/locations/hotels/by-name', 'GET'],
      ['/v2/shopping/hotel-offers', 'GET'],
      ['/v3/shopping/hotel-offers', 'POST'],
    ] as const) {
      const response = await fetch(url + path, { method })
      expect([path, response.status, await codesOf(response)]).toEqual([path, 404, [38196]])
    }
  })

  test('with the fault empty, find no hotel and no room', async () => {
    const { get, provider } = await start()
    const { data } = hotelListAnswerSchema.parse(await (await get(city)).json())
    provider.setFault('empty')
    const offers = '/v3/shopping/hotel-offers'
    expect(await codesOf(await get(city))).toEqual([895])
    expect(
      await codesOf(await get('/v1/reference-data/locations/hotels/by-geocode?latitude=38.7&longitude=-9.1')),
    ).toEqual([895])
    expect(
      await codesOf(await get(`${offers}?hotelIds=${data[0]?.hotelId}&includeClosed=true&bestRateOnly=false`)),
    ).toEqual([3664])
  })

  test('fail only the request whose query has a fault', async () => {
    const { get } = await start({ faultOf: (query) => (query.get('cityCode') === 'LIS' ? '500' : undefined) })
    expect((await get(city)).status).toBe(500)
    expect((await get(city.replace('LIS', 'OPO'))).status).toBe(200)
  })
})

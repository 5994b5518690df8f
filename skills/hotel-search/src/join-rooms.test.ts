import { describe, expect, test } from 'vitest'
import { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { HotelParams } from '#runner/contract/capabilities/hotel-search.ts'
import { json } from '#runner/sdk/testing/fake-host.ts'
import { createHotelHost } from '#runner/sdk/testing/hotel-host.ts'
import { hotelIdsOf, isList, list, offer, offered } from '../tests/hotels.ts'
import { searchHotels } from './search-hotels.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const stay = { place: 'PAR', check_in: '2027-03-12', check_out: '2027-03-15', currency: 'EUR' }

/** An offer for the guests of a request, at `total`. */
function offerFor(url: URL, id: string, total: number, fields: object = {}) {
  const childAges = url.searchParams.get('childAges')?.split(',').map(Number)
  const guests = { adults: Number(url.searchParams.get('adults')), ...(childAges && { childAges }) }
  return offer({ id, guests, price: { currency: 'EUR', total: String(total) }, ...fields })
}

async function search(params: object, offersFor: (url: URL, hotelId: string) => object[]) {
  const host = createHotelHost((url) =>
    json(isList(url) ? list(2) : { data: hotelIdsOf(url).map((id) => offered(id, offersFor(url, id))) }),
  )
  const parsed = HotelParams.parse({ ...stay, ...params })
  const outcome = await searchHotels({ action: 'search_hotels', params: parsed, config: {} }, host, now)
  if (!outcome.ok) throw new Error(outcome.detail)
  const results = outcome.value.results.map((each) => HotelResult.parse(JSON.parse(JSON.stringify(each))))
  const asked = host.urls
    .filter((url) => !isList(url))
    .map(({ searchParams }) => {
      return [searchParams.get('roomQuantity'), searchParams.get('adults'), searchParams.get('childAges')]
    })
  return { results, asked, message: outcome.value.message ?? '' }
}

describe('rooms with different guests', () => {
  const priceOf = (url: URL) => (url.searchParams.has('childAges') ? 250.5 : 300.25)

  test('are requested apart, once for each kind of room, and joined with the sum of their prices', async () => {
    const { results, asked } = await search({ room_guests: ['2', '1-7', '2'] }, (url, id) => [
      offerFor(url, `${id}${priceOf(url)}`, priceOf(url)),
    ])
    expect(asked).toEqual([
      ['2', '2', null],
      ['1', '1', '7'],
    ])
    expect(results).toHaveLength(2)
    expect(results[0]).toMatchObject({
      rooms: 3,
      room_guests: ['2', '1-7', '2'],
      booked_separately: true,
      guests: { adults: 2, child_ages: [] },
      // The provider's prices are for one room: two of 300.25 and one of 250.50.
      price: { amount: 851, currency: 'EUR' },
    })
  })

  test('are joined only with the same meals and terms, at the cheapest offer of each room', async () => {
    const strict = { policies: { cancellations: [{ type: 'FULL_STAY' }] } }
    const { results } = await search({ room_guests: ['2', '1'] }, (url) => {
      const cheap = url.searchParams.get('adults') === '1'
      return cheap
        ? [offerFor(url, 'A', 100), offerFor(url, 'B', 80, strict)]
        : [offerFor(url, 'C', 200), offerFor(url, 'D', 150, { ...strict, boardType: 'ROOM_ONLY' })]
    })
    expect(results.map(({ id, price }) => [id, price.amount])).toEqual([
      ['C+A', 300],
      ['C+A', 300],
    ])
  })

  test('without an offer for every room, a hotel has no result', async () => {
    const { results } = await search({ room_guests: ['2', '1'] }, (url) =>
      url.searchParams.get('adults') === '1' ? [] : [offerFor(url, 'C', 200)],
    )
    expect(results).toEqual([])
  })

  test('that are free to cancel are so until the first deadline of a room', async () => {
    const until = (day: number) => ({
      policies: { cancellations: [{ numberOfNights: 1, deadline: `2027-03-${day}T18:00:00+01:00` }] },
    })
    const { results } = await search({ room_guests: ['2', '1'] }, (url) => [
      offerFor(url, 'A', 100, until(url.searchParams.get('adults') === '1' ? 10 : 11)),
    ])
    expect(results[0]?.cancellation).toMatchObject({ kind: 'free', until: '2027-03-10T18:00:00+01:00' })
  })

  test('whose price is without a child say so', async () => {
    const { results, message } = await search({ room_guests: ['2', '1-7'] }, (url) => [
      offer({ id: 'A', guests: { adults: Number(url.searchParams.get('adults')) } }),
    ])
    expect(results[0]?.room_guests).toEqual(['2', '1'])
    expect(message).toContain('cover the adults only')
  })
})

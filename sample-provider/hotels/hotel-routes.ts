import type { Places } from '#lib/travel/server/places/places.ts'
import { badRequest, type Checked, type Issue, notFoundIssue } from '../errors.ts'
import { createZoneClock } from '../flights/market/zone-clock.ts'
import { findOffers } from './find-offers.ts'
import { readCoast } from './geography/coast.ts'
import { createSettlements } from './geography/settlements.ts'
import { createInventory, type Inventory } from './inventory/inventory.ts'
import { listHotels, writeHotel } from './list-hotels.ts'
import { type HotelListSearch, readCityQuery, readGeocodeQuery, readIdsQuery } from './read-list-query.ts'
import { readOffersQuery } from './read-offers-query.ts'
import { writeSentiment } from './write-sentiment.ts'

const LIST_PATH = '/v1/reference-data/locations/hotels'

/** The provider's hotel routes. The first request reads the maps (half a second). */
export function createHotelRoutes(places: Places) {
  const clock = createZoneClock()
  let loaded: Inventory | undefined
  const inventory = () => {
    loaded ??= readInventory(places)
    return loaded
  }

  function listAround(search: Checked<HotelListSearch>, parameter: string, url: URL, isEmpty: boolean) {
    if (!search.ok) return search
    const hotels = isEmpty ? [] : listHotels(search.value, inventory())
    return hotels.length === 0 ? failed(badRequest(895, parameter)) : listOf(hotels, url)
  }

  const routes = new Map<string, (url: URL, nowMs: number, isEmpty: boolean) => Checked<object>>([
    [
      `${LIST_PATH}/by-city`,
      (url, _nowMs, isEmpty) => listAround(readCityQuery(url.searchParams, inventory()), 'cityCode', url, isEmpty),
    ],
    [
      `${LIST_PATH}/by-geocode`,
      (url, _nowMs, isEmpty) => listAround(readGeocodeQuery(url.searchParams), 'latitude,longitude', url, isEmpty),
    ],
    [
      `${LIST_PATH}/by-hotels`,
      (url, _nowMs, isEmpty) => {
        const ids = readIdsQuery(url.searchParams)
        if (!ids.ok) return ids
        const hotels = isEmpty ? [] : ids.value.flatMap((id) => inventory().byId(id) ?? [])
        return hotels.length === 0 ? failed(notFoundIssue('hotelIds')) : listOf(hotels.map(writeHotel), url)
      },
    ],
    [
      '/v2/e-reputation/hotel-sentiments',
      (url, _nowMs, isEmpty) => {
        const ids = readIdsQuery(url.searchParams)
        if (!ids.ok) return ids
        const hotels = isEmpty ? [] : ids.value.flatMap((id) => inventory().byId(id) ?? [])
        return listOf(hotels.flatMap(writeSentiment), url)
      },
    ],
    [
      '/v3/shopping/hotel-offers',
      (url, nowMs, isEmpty) => {
        const search = readOffersQuery(url.searchParams, inventory(), nowMs)
        if (!search.ok) return search
        return isEmpty ? failed(badRequest(3664)) : findOffers(search.value, clock, nowMs, url)
      },
    ],
  ])

  return {
    /** Whether the path is that of hotels, their offers or their scores, all requested with GET. */
    has: (path: string) => routes.has(path),
    /** Answers a request to such a path. `isEmpty`: finds nothing. */
    answer(url: URL, nowMs: number, isEmpty: boolean) {
      const route = routes.get(url.pathname)
      if (route === undefined) throw new RangeError(`${url.pathname} is no hotel path`)
      return route(url, nowMs, isEmpty)
    },
  }
}

function listOf(data: readonly object[], self: URL): Checked<object> {
  return { ok: true, value: { data, meta: { count: data.length, links: { self: self.href } } } }
}

function failed(issue: Issue): Checked<never> {
  return { ok: false, issues: [issue] }
}

function readInventory(places: Places): Inventory {
  return createInventory(createSettlements(places), readCoast(places.root), places.airport)
}

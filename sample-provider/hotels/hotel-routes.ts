import type { Places } from '#lib/places/places.ts'
import { findProjectRoot } from '#lib/places/project-root.ts'
import type { Issue } from '../errors.ts'
import { type Fault, isHostile } from '../faults.ts'
import { createZoneClock } from '../flights/market/zone-clock.ts'
import { findOffer, findOffers } from './find-offers.ts'
import { readCityList } from './geography/city-list.ts'
import { readCoast } from './geography/coast.ts'
import { createSettlements } from './geography/settlements.ts'
import { hostileHotels } from './hostile-hotels.ts'
import { createInventory, type Inventory } from './inventory/inventory.ts'
import { hotelIssue, notFoundIssue } from './issues.ts'
import { listHotels, writeHotel } from './list-hotels.ts'
import { type Checked, type HotelListSearch, readCityQuery, readGeocodeQuery, readIdsQuery } from './read-list-query.ts'
import { readOffersQuery } from './read-offers-query.ts'
import type { HotelListAnswer, HotelOffersAnswer, ListedHotel, OfferAnswer } from './wire.ts'

type HotelAnswer = HotelListAnswer | HotelOffersAnswer | OfferAnswer

export interface HotelRoutes {
  /** True for the paths of the hotel list and the hotel offers, which are asked for with GET. */
  has(path: string): boolean
  /** The answer to a request of such a path, made empty or hostile by the fault. */
  answer(url: URL, nowMs: number, fault?: Fault): { ok: true; answer: object } | { ok: false; issues: Issue[] }
}

type Route = 'by-city' | 'by-geocode' | 'by-hotels' | 'offers' | 'offer'

const LIST_PATH = '/v1/reference-data/locations/hotels/'
const OFFERS_PATH = '/v3/shopping/hotel-offers'

/** The hotel half of the provider. Reads its maps (half a second) when the first request comes. */
export function createHotelRoutes(places: Places): HotelRoutes {
  const clock = createZoneClock()
  let loaded: Inventory | undefined
  const inventory = () => {
    loaded ??= readInventory(places)
    return loaded
  }

  function answerOf(route: Route, url: URL, nowMs: number, isEmpty: boolean): Checked<HotelAnswer> {
    switch (route) {
      case 'by-city':
        return listAround(readCityQuery(url.searchParams, inventory()), 'cityCode', url, isEmpty)
      case 'by-geocode':
        return listAround(readGeocodeQuery(url.searchParams), 'latitude,longitude', url, isEmpty)
      case 'by-hotels': {
        const ids = readIdsQuery(url.searchParams)
        if (!ids.ok) return ids
        const hotels = isEmpty ? [] : ids.value.flatMap((id) => inventory().byId(id) ?? [])
        return hotels.length === 0 ? failed(notFoundIssue('hotelIds')) : listOf(hotels.map(writeHotel), url)
      }
      case 'offers': {
        const search = readOffersQuery(url.searchParams, inventory(), nowMs)
        if (!search.ok) return search
        return isEmpty ? failed(hotelIssue(3664)) : findOffers(search.value, clock, nowMs, url)
      }
      case 'offer': {
        const id = url.pathname.slice(OFFERS_PATH.length + 1)
        return isEmpty ? failed(notFoundIssue('offerId')) : findOffer(id, inventory(), clock, nowMs, url)
      }
    }
  }

  function listAround(search: Checked<HotelListSearch>, parameter: string, url: URL, isEmpty: boolean) {
    if (!search.ok) return search
    const hotels = isEmpty ? [] : listHotels(search.value, inventory())
    return hotels.length === 0 ? failed(hotelIssue(895, parameter)) : listOf(hotels, url)
  }

  return {
    has: (path) => routeOf(path) !== undefined,
    answer(url, nowMs, fault) {
      const route = routeOf(url.pathname)
      if (route === undefined) throw new RangeError(`${url.pathname} is no hotel path`)
      const found = answerOf(route, url, nowMs, fault === 'empty')
      if (!found.ok) return found
      return { ok: true, answer: isHostile(fault) ? hostileHotels(found.value, fault) : found.value }
    },
  }
}

function routeOf(path: string): Route | undefined {
  if (path === OFFERS_PATH) return 'offers'
  if (path.startsWith(`${OFFERS_PATH}/`)) return 'offer'
  if (!path.startsWith(LIST_PATH)) return undefined
  return (['by-city', 'by-geocode', 'by-hotels'] as const).find((route) => path === LIST_PATH + route)
}

function listOf(data: ListedHotel[], self: URL): Checked<HotelListAnswer> {
  return { ok: true, value: { data, meta: { count: data.length, links: { self: self.href } } } }
}

function failed(issue: Issue): Checked<never> {
  return { ok: false, issues: [issue] }
}

function readInventory(places: Places): Inventory {
  const root = findProjectRoot([process.cwd(), import.meta.dirname])
  const settlements = createSettlements(places, readCityList(root))
  return createInventory(settlements, readCoast(root), places.airport)
}

import type { Places } from '#lib/travel/server/places/places.ts'
import { hash32, shareOf } from '../draw.ts'
import { badRequest, type Checked, type Issue, notFoundIssue } from '../errors.ts'
import { keepWhileUsed } from '../keep-while-used.ts'
import { createZoneClock } from '../zone-clock.ts'
import { findOffers } from './find-offers.ts'
import { createInventory, type Hotel, type Inventory } from './hotels.ts'
import { readLand } from './land.ts'
import { type HotelListSearch, readCityQuery, readGeocodeQuery, readIdsQuery, readOffersQuery } from './read-query.ts'
import { createTowns } from './towns.ts'

/** The share of hotels that guests have rated. */
const RATED = 0.86

/** What the guests of a hotel say, as the provider writes it. Some hotels have no reviews. */
function writeSentiment({ hotelId, dupeId, stars, quality }: Hotel) {
  const key = String(dupeId)
  if (shareOf('rated', key) >= RATED) return []
  const overallRating = Math.round(Math.min(98, 58 + stars * 3 + quality * 12 + shareOf('guests', key) * 12))
  const numberOfRatings = 12 + (hash32('ratings', key) % 2600)
  const numberOfReviews = Math.ceil(numberOfRatings * 0.8)
  return [{ type: 'hotelSentiment', hotelId, overallRating, numberOfRatings, numberOfReviews }]
}

const LIST_PATH = '/v1/reference-data/locations/hotels'

/** The hotel routes of the provider. The first request, and the first after a pause, reads the maps in half a second. */
export function createHotelRoutes(places: Places) {
  const clock = createZoneClock()
  const inventory = keepWhileUsed(() => readInventory(places))

  function listAround(search: Checked<HotelListSearch>, parameter: string, url: URL, isEmpty: boolean) {
    if (!search.ok) return search
    const hotels = isEmpty ? [] : listHotels(search.value, inventory())
    return hotels.length === 0 ? failed(badRequest(895, parameter)) : listOf(hotels, url)
  }

  /** The hotels of the query's IDs that exist. */
  function listed(url: URL, isEmpty: boolean): Checked<readonly Hotel[]> {
    const ids = readIdsQuery(url.searchParams)
    return ids.ok ? { ok: true, value: isEmpty ? [] : ids.value.flatMap((id) => inventory().byId(id) ?? []) } : ids
  }

  const routes: Readonly<Record<string, (url: URL, nowMs: number, isEmpty: boolean) => Checked<object>>> = {
    [`${LIST_PATH}/by-city`]: (url, _nowMs, isEmpty) =>
      listAround(readCityQuery(url.searchParams, inventory()), 'cityCode', url, isEmpty),
    [`${LIST_PATH}/by-geocode`]: (url, _nowMs, isEmpty) =>
      listAround(readGeocodeQuery(url.searchParams), 'latitude,longitude', url, isEmpty),
    [`${LIST_PATH}/by-hotels`](url, _nowMs, isEmpty) {
      const found = listed(url, isEmpty)
      if (!found.ok) return found
      return found.value.length === 0 ? failed(notFoundIssue('hotelIds')) : listOf(found.value.map(writeHotel), url)
    },
    '/v2/e-reputation/hotel-sentiments'(url, _nowMs, isEmpty) {
      const found = listed(url, isEmpty)
      return found.ok ? listOf(found.value.flatMap(writeSentiment), url) : found
    },
    '/v3/shopping/hotel-offers'(url, nowMs, isEmpty) {
      const search = readOffersQuery(url.searchParams, inventory(), nowMs)
      if (!search.ok) return search
      return isEmpty ? failed(badRequest(3664)) : findOffers(search.value, clock, nowMs, url)
    },
  }

  return {
    /** Whether the path is that of hotels, their offers or their scores, all requested with GET. */
    has: (path: string) => Object.hasOwn(routes, path),
    /** Answers a request to such a path. `isEmpty`: finds nothing. */
    answer(url: URL, nowMs: number, isEmpty: boolean) {
      const route = routes[url.pathname]
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
  return createInventory(createTowns(places), readLand(places.root), places.airport)
}

/** The hotels of a list, the nearest first. */
function listHotels({ around, radiusKm, ratings }: HotelListSearch, inventory: Pick<Inventory, 'around'>) {
  return inventory
    .around(around, radiusKm)
    .filter(({ hotel }) => ratings === undefined || ratings.has(hotel.stars))
    .map(({ hotel, km }) => ({
      ...writeHotel(hotel),
      distance: { value: Math.round(km * 100) / 100, unit: 'KM' },
      // A list filtered by stars states them; otherwise some entries omit them.
      ...(ratings !== undefined ? { rating: hotel.stars } : {}),
    }))
}

/** A hotel as in every list. Some entries lack the address, the stars or the update date. */
function writeHotel(hotel: Hotel) {
  const { hotelId, chainCode, dupeId, name, town, position, stars } = hotel
  const tells = (what: string, share: number) => shareOf(what, hotelId) < share
  return {
    chainCode,
    iataCode: town.code,
    dupeId,
    name: name.toUpperCase(),
    hotelId,
    geoCode: { latitude: position.lat, longitude: position.lon },
    ...(tells('address', 0.98) ? { address: { countryCode: town.countryCode } } : {}),
    ...(tells('rating', 0.92) ? { rating: stars } : {}),
    ...(tells('update', 0.02) ? { lastUpdate: updateOf(hotelId) } : {}),
  }
}

function updateOf(hotelId: string): string {
  const day = Date.UTC(2024, 0, 1) + (hash32('updated', hotelId) % 700) * 86_400_000
  return new Date(day).toISOString().slice(0, 19)
}

import { hash32, shareOf } from '../flights/market/draw.ts'
import type { Hotel } from './inventory/generate-hotels.ts'
import type { Inventory } from './inventory/inventory.ts'
import type { HotelListSearch } from './read-list-query.ts'

/** The hotels of a list, the nearest first. */
export function listHotels({ around, radiusKm, ratings }: HotelListSearch, inventory: Pick<Inventory, 'around'>) {
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
export function writeHotel(hotel: Hotel) {
  const { hotelId, chainCode, dupeId, name, settlement, position, stars } = hotel
  const tells = (what: string, share: number) => shareOf(what, hotelId) < share
  return {
    chainCode,
    iataCode: settlement.code,
    dupeId,
    name: name.toUpperCase(),
    hotelId,
    geoCode: { latitude: position.lat, longitude: position.lon },
    ...(tells('address', 0.98) ? { address: { countryCode: settlement.countryCode } } : {}),
    ...(tells('rating', 0.92) ? { rating: stars } : {}),
    ...(tells('update', 0.02) ? { lastUpdate: updateOf(hotelId) } : {}),
  }
}

function updateOf(hotelId: string): string {
  const day = Date.UTC(2024, 0, 1) + (hash32('updated', hotelId) % 700) * 86_400_000
  return new Date(day).toISOString().slice(0, 19)
}

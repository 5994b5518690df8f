import { hash32, shareOf } from '../flights/market/draw.ts'
import { hasAmenity } from './inventory/amenities.ts'
import type { Hotel } from './inventory/generate-hotels.ts'
import type { Inventory } from './inventory/inventory.ts'
import type { HotelListSearch } from './read-list-query.ts'
import type { ListedHotel } from './wire.ts'

const KM_PER = { KM: 1, MILE: 1.609344 } as const

/** The hotels of a list, the nearest first. */
export function listHotels(search: HotelListSearch, inventory: Pick<Inventory, 'around'>): ListedHotel[] {
  const { around, radius, unit, chainCodes, ratings, source, amenities } = search
  return inventory
    .around(around, radius * KM_PER[unit])
    .filter(
      ({ hotel }) =>
        (chainCodes === undefined || chainCodes.has(hotel.chainCode)) &&
        (ratings === undefined || ratings.has(hotel.stars)) &&
        (source === 'ALL' || hotel.source === source) &&
        amenities.every((amenity) => hasAmenity(hotel, amenity)),
    )
    .map(({ hotel, km }) => ({
      ...writeHotel(hotel),
      ...(amenities.length > 0 ? { amenities: [...amenities] } : {}),
      distance: { value: Math.round((km / KM_PER[unit]) * 100) / 100, unit },
      // Who filters by stars is told them; else some entries are without.
      ...(ratings !== undefined ? { rating: hotel.stars } : {}),
    }))
}

/** A hotel as it stands in every list; some entries lack the address, the stars or an update's date. */
export function writeHotel(hotel: Hotel): ListedHotel {
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

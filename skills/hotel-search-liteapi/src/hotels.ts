import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { kmBetween, type Point, pointOf } from '#runner/sdk/geo.ts'
import { asNumber, asRecord, type TextReader } from '#runner/sdk/read-json.ts'

/** The data of a hotel, which all its offers share. */
export type HotelFacts = Pick<HotelResult, 'hotel_id' | 'name' | 'location' | 'address' | 'distance_km' | 'stars'>

const hotelId = /^[A-Za-z0-9_-]{1,64}$/

/** The hotels of an answer by id. One without an id or a name is left out. */
export function readHotels(
  entries: readonly unknown[],
  centre: Point | undefined,
  text: TextReader,
): ReadonlyMap<unknown, HotelFacts> {
  const hotels = new Map<unknown, HotelFacts>()
  for (const entry of entries) {
    const given = asRecord(entry)
    const id = given?.id
    const name = text(given?.name)
    if (given === undefined || typeof id !== 'string' || !hotelId.test(id) || name === undefined) continue
    const location = pointOf(given.latitude, given.longitude)
    const line = text(given.address)
    const city = text(given.city_name) ?? text(given.city)
    const country = countryOf(given.country_code ?? given.country)
    hotels.set(id, {
      hotel_id: id,
      name,
      location,
      address:
        line === undefined && city === undefined && country === undefined
          ? undefined
          : { lines: line === undefined ? undefined : [line], city, country_code: country },
      distance_km: location && centre ? kmBetween(centre, location) : undefined,
      stars: starsOf(given.stars),
    })
  }
  return hotels
}

/** Half stars count as the lower whole number. */
function starsOf(value: unknown): number | undefined {
  const stars = Math.floor(asNumber(value) ?? 0)
  return stars >= 1 && stars <= 5 ? stars : undefined
}

function countryOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z]{2}$/i.test(value) ? value.toUpperCase() : undefined
}

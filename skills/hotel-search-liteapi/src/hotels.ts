import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { readAmenities } from '#runner/sdk/amenities.ts'
import { kmBetween, type Point, pointOf } from '#runner/sdk/geo.ts'
import { asArray, asCount, asNumber, asRecord, type JsonRecord, type TextReader } from '#runner/sdk/read-json.ts'

/** The data of a hotel, which all its offers share. */
export type HotelFacts = Pick<HotelResult, 'hotel_id' | 'name' | 'location' | 'address' | 'distance_km' | 'stars'> &
  Presented

/** How a hotel presents itself, and what its guests say. */
export type Presented = Pick<HotelResult, 'score' | 'photos' | 'amenities'>

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
      ...readPresented(given),
    })
  }
  return hotels
}

/** The fields of a hotel's data that only some answers have. */
export function readPresented(given: JsonRecord): Presented {
  const facilities = asArray(given.hotelFacilities ?? given.facilities)
  return {
    score: scoreOf(given),
    photos: photosOf([given.thumbnail, given.main_photo]),
    amenities: readAmenities(facilities.map((one) => asRecord(one)?.name ?? one)),
  }
}

const bestRating = 10
/** The only host of the provider's photos. The manifest declares it, and pages show photos of declared hosts only. */
const photoAddress = /^https:\/\/static\.cupid\.travel\/[\w./-]{1,300}$/

/** A rating of 0 means that there are no reviews. */
function scoreOf(given: JsonRecord): HotelResult['score'] {
  const value = asNumber(given.rating) ?? 0
  if (value <= 0 || value > bestRating) return undefined
  const count = asCount(given.reviewCount)
  return { value: Math.round(value * 10) / 10, best: bestRating, ...(count ? { count } : {}) }
}

/** The first photo with a usable address: a thumbnail is enough for a row. */
function photosOf(given: readonly unknown[]): string[] | undefined {
  const found = given.find((one) => typeof one === 'string' && photoAddress.test(one))
  return typeof found === 'string' ? [found] : undefined
}

/** Half stars count as the lower whole number. */
function starsOf(value: unknown): number | undefined {
  const stars = Math.floor(asNumber(value) ?? 0)
  return stars >= 1 && stars <= 5 ? stars : undefined
}

function countryOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z]{2}$/i.test(value) ? value.toUpperCase() : undefined
}

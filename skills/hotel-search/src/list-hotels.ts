import { kmBetween, type Point, pointOf, toTenMetres } from '#runner/sdk/geo.ts'
import { asCount, asNumber, asRecord, type JsonRecord } from '#runner/sdk/read-json.ts'

/** A listed hotel, with its position and distance from the centre. `given` is the provider's entry. */
export type ListedHotel = {
  readonly id: string
  readonly location: Point | undefined
  readonly distanceKm: number | undefined
  readonly stars: number | undefined
  readonly given: JsonRecord
}

const hotelId = /^[A-Z0-9]{8}$/

/** Reads the list without duplicates, the nearest hotel first, those of unknown distance last. */
export function readHotels(
  entries: readonly unknown[],
  centre: Point | undefined,
  stars: readonly number[],
): ListedHotel[] {
  const hotels = new Map<string, ListedHotel>()
  for (const entry of entries) {
    const given = asRecord(entry)
    const id = given?.hotelId
    if (given === undefined || typeof id !== 'string' || !hotelId.test(id) || hotels.has(id)) continue
    const rating = starsOf(given.rating)
    // The provider filters by stars; a hotel without stars is accepted.
    if (rating !== undefined && stars.length > 0 && !stars.includes(rating)) continue
    const geo = asRecord(given.geoCode)
    const location = pointOf(geo?.latitude, geo?.longitude)
    const distanceKm = location && centre ? kmBetween(centre, location) : statedKm(given.distance)
    hotels.set(id, { id, location, distanceKm, stars: rating, given })
  }
  const far = Number.POSITIVE_INFINITY
  return [...hotels.values()].sort((a, b) => (a.distanceKm ?? far) - (b.distanceKm ?? far) || (a.id < b.id ? -1 : 1))
}

export function starsOf(value: unknown): number | undefined {
  const stars = asCount(value)
  return stars !== undefined && stars >= 1 && stars <= 5 ? stars : undefined
}

const kmPerMile = 1.609344

function statedKm(value: unknown): number | undefined {
  const stated = asRecord(value)
  const distance = asNumber(stated?.value)
  if (distance === undefined || distance < 0) return undefined
  return toTenMetres(stated?.unit === 'MILE' ? distance * kmPerMile : distance)
}

import { placeTitle } from '../travel/pick-place.ts'
import { type Place, placesAnswerSchema } from '../travel/place.ts'

/** Places for a traveler's words, best first. Rejects when the answer is none, and when `signal` aborts. */
export async function findPlaces(query: string, signal: AbortSignal, fetch = window.fetch): Promise<Place[]> {
  const response = await fetch(`/api/places?q=${encodeURIComponent(query)}`, { signal })
  if (!response.ok) throw new Error(`places answered ${response.status}`)
  const answer = placesAnswerSchema.parse(await response.json())
  return answer.places
}

/** The name of the place with this code; undefined when there is none, or when it cannot be asked now. */
export async function findPlaceName(code: string): Promise<string | undefined> {
  try {
    const places = await findPlaces(code, AbortSignal.timeout(5000))
    const place = places.find((found) => found.code === code)
    return place && placeTitle(place)
  } catch {
    return undefined
  }
}

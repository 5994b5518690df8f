import { type Place, placesAnswerSchema } from '../travel/place.ts'

/** Places for a traveler's words, best first. Rejects when the answer is none, and when `signal` aborts. */
export async function findPlaces(query: string, signal: AbortSignal, fetch = window.fetch): Promise<Place[]> {
  const response = await fetch(`/api/places?q=${encodeURIComponent(query)}`, { signal })
  if (!response.ok) throw new Error(`places answered ${response.status}`)
  const answer = placesAnswerSchema.parse(await response.json())
  return answer.places
}

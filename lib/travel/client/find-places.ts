import { readLanguage, realLanguage } from '#lib/platform/model/languages.ts'
import { isPlacesAnswer } from '../model/generated/places-answer.ts'
import { placeTitle } from '../model/pick-place.ts'
import type { Place } from '../model/place.ts'
import type { PlaceNames } from '../model/place-names.ts'

/** The use of a place: flights need airports, stays accept any town or sight. */
export type PlaceUse = 'flights' | 'stays'

/** The route's maximum of codes per request. */
const MAX_CODES = 100

/** Places for a traveler's words, best first. Rejects on an invalid answer and when `signal` aborts. */
export const findPlaces = (query: string, use: PlaceUse, signal: AbortSignal): Promise<Place[]> =>
  ask({ q: query, for: use }, signal)

/** The names of the places with these codes; empty if the request fails. */
export async function findPlaceNames(codes: readonly string[]): Promise<PlaceNames> {
  try {
    const found = await ask({ codes: codes.slice(0, MAX_CODES).join(',') }, AbortSignal.timeout(5000))
    return Object.fromEntries(found.map((place) => [place.code, placeTitle(place)]))
  } catch {
    return {}
  }
}

async function ask(query: Record<string, string>, signal: AbortSignal): Promise<Place[]> {
  const lang = realLanguage(readLanguage(document.documentElement.lang) ?? 'en')
  const response = await fetch(`/api/places?${new URLSearchParams({ ...query, lang })}`, { signal })
  const answer: unknown = response.ok && (await response.json())
  if (!isPlacesAnswer(answer)) throw new Error(`No places (${response.status})`)
  return answer.places
}

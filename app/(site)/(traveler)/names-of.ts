import type { PageLanguage } from '#lib/platform/model/languages.ts'
import { placeTitle } from '#lib/travel/model/pick-place.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { inLanguage } from '#lib/travel/server/places/in-language.ts'
import type { Places } from '#lib/travel/server/places/places.ts'

/** The display names of these place codes in the language of a page, for forms and headings. */
export function namesOf(codes: readonly string[], places: Places, language: PageLanguage): PlaceNames {
  return Object.fromEntries(
    places.ofCodes(codes).map((place) => [place.code, placeTitle(inLanguage(place, language, places))]),
  )
}

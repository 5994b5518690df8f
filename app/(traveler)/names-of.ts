import type { Places } from '#lib/places/places.ts'
import { placeTitle } from '#lib/travel/pick-place.ts'
import type { PlaceNames } from '#lib/travel/place-names.ts'

/** The display names of these place codes, for forms and headings. */
export function namesOf(codes: readonly string[], places: Places): PlaceNames {
  return Object.fromEntries(
    codes.flatMap((code) => {
      const place = places.byCode(code)
      return place ? [[code, placeTitle(place)]] : []
    }),
  )
}

import { placeTitle } from '#lib/travel/model/pick-place.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import type { Places } from '#lib/travel/server/places/places.ts'

/** The display names of these place codes, for forms and headings. */
export function namesOf(codes: readonly string[], places: Places): PlaceNames {
  return Object.fromEntries(
    codes.flatMap((code) => {
      const place = places.byCode(code)
      return place ? [[code, placeTitle(place)]] : []
    }),
  )
}

import { type Amenity, amenityNames } from '../contract/capabilities/amenities.ts'
import { asArray } from './read-json.ts'

/** The words of providers for each amenity: codes with underscores, or names in English. */
const words: Readonly<Record<Amenity, RegExp>> = {
  wifi: /\bwi ?fi\b|\bwireless internet\b|\binternet (access|services?)\b/,
  pool: /\bpools?\b(?! (table|bar))/,
  parking: /\bparking\b|\bgarage\b/,
  ev_charging: /\b(electric|ev) (vehicle|car)?\s?charg/,
  air_conditioning: /\bair ?condition(ing|ed)\b/,
  fitness: /\b(fitness|gym|gymnasium)\b/,
  spa: /\bspa\b|\bsauna\b/,
  beach: /\bbeach(front)?\b/,
  restaurant: /\brestaurants?\b/,
  bar: /\bbar\b|\blounge\b/,
  kitchen: /\bkitchen(ette)?\b/,
  pets: /\bpets?\b/,
  accessible: /\b(wheelchair|disabled|accessible|accessibility)\b/,
  elevator: /\b(elevator|lift)\b/,
  family_rooms: /\bfamily rooms?\b/,
  airport_shuttle: /\bairport (shuttle|transfer)\b/,
  laundry: /\blaundry\b/,
  reception_24h: /\b24[ -]h(our|r)?s? (front desk|reception)\b/,
}

/** A word that turns the others into their contrary, as in "pets not allowed". */
const denied = /\b(no|not|non|without)\b/

/** The known amenities among the texts of a provider. `undefined`: none. */
export function readAmenities(value: unknown): Amenity[] | undefined {
  const texts = asArray(value).flatMap((one) =>
    typeof one === 'string'
      ? one
          .slice(0, 100)
          .toLowerCase()
          .replace(/[_\s/-]+/g, ' ')
      : [],
  )
  const given = texts.filter((text) => !denied.test(text))
  const found = amenityNames.filter((name) => given.some((text) => words[name].test(text)))
  return found.length > 0 ? found : undefined
}

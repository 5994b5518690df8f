import { type Amenity, amenityNames } from '../contract/capabilities/amenities.ts'
import { asArray, remembering } from './read-json.ts'

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

/** The amenities that a text names. */
const namedBy = remembering((given: string): readonly Amenity[] => {
  const text = given.toLowerCase().replace(/[_\s/-]+/g, ' ')
  return denied.test(text) ? [] : amenityNames.filter((name) => words[name].test(text))
})

/** The known amenities among the texts of a provider. `undefined`: none. */
export function readAmenities(value: unknown): Amenity[] | undefined {
  const texts = asArray(value).filter((one) => typeof one === 'string')
  const given = new Set(texts.flatMap((text) => namedBy(text.slice(0, 100)) ?? []))
  const found = amenityNames.filter((name) => given.has(name))
  return found.length > 0 ? found : undefined
}

import { languages, type PageLanguage, realLanguage } from '#lib/platform/model/languages.ts'
import type { Place } from '../../model/place.ts'
import { localName } from './names/names.ts'
import type { Places } from './places.ts'

const countryNames = new Map(languages.map((one) => [one, new Intl.DisplayNames(one, { type: 'region' })]))

/** A country's name in the language of a page; its code if it has none. */
export const countryIn = (code: string, language: PageLanguage): string =>
  countryNames.get(realLanguage(language))?.of(code) ?? code

/** A place with the names of its city and country in the language of a page. An airport keeps its own name. */
export function inLanguage(place: Place, language: PageLanguage, places: Pick<Places, 'byCode'>): Place {
  const known = places.byCode(place.code)
  if (known === undefined) return place
  const city = localName(known.cityCode, realLanguage(language))
  const named = city === undefined ? place : { ...place, city, ...(place.type === 'city' && { name: city }) }
  return { ...named, country: countryIn(known.countryCode, language) }
}

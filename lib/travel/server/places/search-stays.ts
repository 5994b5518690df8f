import type { PageLanguage } from '#lib/platform/model/languages.ts'
import { kmBetween } from '../../model/distance.ts'
import type { Place } from '../../model/place.ts'
import type { FoundEntry, Gazetteer, GazetteerEntry } from './gazetteer.ts'
import { countryIn, inLanguage } from './in-language.ts'
import { fold, nameForms } from './normalize.ts'
import { aliasesOf, type Places } from './places.ts'

const LIMIT = 8
/** A town of the same name this near to a city's centre is that city. */
const SAME_CITY_KM = 12

/**
 * Locations for a hotel search, best first: cities and airports by the codes that providers know, and towns, districts
 * and sights of the gazetteer by their points. A city in both appears once, by its code.
 */
export function searchStays(
  places: Places,
  gazetteer: Gazetteer,
  query: string,
  language: PageLanguage = 'en',
): Place[] {
  const name = fold(query)
  if (name === '') return []
  const coded = places.search(query, LIMIT)
  const entries = gazetteer.search(query, LIMIT * 2)
  const cities = coded.filter((place) => places.byCode(place.code)?.cityCode === place.code)
  const own = (entry: GazetteerEntry) => cities.some((city) => isSameCity(city, entry, places))
  const towns = entries.filter((entry) => !own(entry))
  const hasName = (place: Place, how: (text: string) => boolean) =>
    place.code.toLowerCase() === name || namesOf(place, places).flatMap(nameForms).some(how)
  // Every word of the query matches the place, so the words after its whole name are its location.
  const isWhole = (text: string) => name === text || name.startsWith(`${text} `)
  const ranked: { place: Place; rank: number }[] = [
    ...coded.map((place) => ({
      place,
      rank: hasName(place, isWhole) ? 0 : hasName(place, (text) => text.startsWith(name)) ? 2 : 4,
    })),
    ...towns.map((entry) => ({ place: placeOf(entry, language), rank: rankOf(entry, entries) })),
  ]
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, LIMIT)
    .map(({ place }) => inLanguage(place, language, places))
}

/** A gazetteer entry as the form shows it. */
export function placeOf(
  { kind, name, region, countryCode, lat, lon }: GazetteerEntry,
  language: PageLanguage = 'en',
): Place {
  const country = countryIn(countryCode, language)
  return { code: '', type: kind, name, city: name, country: region ? `${region}, ${country}` : country, lat, lon }
}

/** The best exact match ranks just below cities of that name. Other exact matches come next, then partial matches. */
function rankOf(entry: FoundEntry, all: readonly FoundEntry[]): number {
  if (entry.match === 'exact') return entry === all[0] ? 1 : 1.5
  return entry.match === 'start' ? 3 : 5
}

function namesOf({ code, type, city, name }: Place, places: Places): string[] {
  if (type === 'airport' && city === '') return [name]
  const known = places.byCode(code)
  return known === undefined ? [city] : [city, ...aliasesOf(known)]
}

function isSameCity(city: Place, entry: GazetteerEntry, places: Places): boolean {
  const centre = places.byCode(city.code)?.centre
  if (!centre || entry.kind !== 'town' || kmBetween(centre, entry) > SAME_CITY_KM) return false
  const town = fold(entry.name)
  return namesOf(city, places)
    .flatMap(nameForms)
    .some((name) => town === name || town.startsWith(`${name} `))
}

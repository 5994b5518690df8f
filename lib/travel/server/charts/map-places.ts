import { type PageLanguage, realLanguage } from '#lib/platform/model/languages.ts'
import { type MapPlace, toAreaKm } from '../../model/area-geometry.ts'
import type { Gazetteer } from '../places/gazetteer.ts'
import { localName } from '../places/names/names.ts'
import type { Places } from '../places/places.ts'

interface Sources {
  gazetteer: Pick<Gazetteer, 'around'>
  places: Pick<Places, 'airportsWithin' | 'byCode'>
}

/** What a map can show at its first view and after zooming; more would make the page larger for nothing. */
const MOST_IN_ALL = 24
const MOST_NEAR = 24
/** The part of the map where hotels are, around the centre. */
const NEAR_SHARE = 0.25
/** A city's airport may be this far from it. */
const AIRPORT_KM = 60

/**
 * The places to name around a point: the most populous of the whole map, and those near the centre with the districts
 * of its city. A city has its name in the language of the page if we know one; other places have that of the data.
 */
export function mapPlaces(
  { gazetteer, places }: Sources,
  centre: { lat: number; lon: number },
  reachKm: number,
  language: PageLanguage,
): MapPlace[] {
  const cities = citiesIn(places, centre, reachKm, language)
  const found = [
    ...gazetteer.around(centre, reachKm, MOST_IN_ALL, ({ kind }) => kind !== 'district'),
    ...gazetteer.around(centre, reachKm * NEAR_SHARE, MOST_NEAR),
  ].map(({ kind, name, lat, lon }): [string, MapPlace] => {
    const { x, y } = toAreaKm(centre, { lat, lon })
    const shown = (kind === 'town' && cities.get(name)) || name
    return [`${name} ${lat} ${lon}`, { kind, name: shown, x: rounded(x), y: rounded(y) }]
  })
  return [...new Map(found).values()]
}

/** The names of the cities with an airport near the map, in the language of the page, by their names in the data. */
function citiesIn(places: Sources['places'], centre: { lat: number; lon: number }, km: number, language: PageLanguage) {
  const codes = new Set(places.airportsWithin(centre, km + AIRPORT_KM).map(({ airport }) => airport.code))
  return new Map(
    [...codes].flatMap((code): [string, string][] => {
      const found = places.byCode(code)
      const local = found && localName(found.cityCode, realLanguage(language))
      return found && local ? [[found.city, local]] : []
    }),
  )
}

const rounded = (km: number): number => Math.round(km * 100) / 100

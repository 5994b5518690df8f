import type { PageLanguage } from '#lib/platform/model/languages.ts'
import type { Place } from '../../model/place.ts'
import type { Gazetteer, GazetteerEntry } from './gazetteer.ts'
import { inLanguage } from './in-language.ts'
import { fold, nameForms } from './normalize.ts'
import { aliasesOf, type Places } from './places.ts'

const LIMIT = 8
/** Airports around a town without one: how many, and how far away. */
const NEAR = 4
const NEAR_KM = 150
/** A busy airport may be farther away than a quiet one: by up to this much more. */
const BUSY_KM = 30
/** From this weight on an airport is one of the busiest. */
const BUSY_WEIGHT = 2

/** Small towns that travelers mean, although a larger one has the same name: their countries. */
const renowned: Readonly<Record<string, string>> = {
  interlaken: 'Switzerland',
  lucerne: 'Switzerland',
  positano: 'Italy',
  sorrento: 'Italy',
  windsor: 'United Kingdom',
}

/**
 * Places for a flight search, best first: cities and airports of the query, or the airports near a town, district or
 * sight of exactly that name. A place says why it matches, if its own name does not show it.
 */
export function searchAirports(
  places: Places,
  gazetteer: Gazetteer,
  query: string,
  language: PageLanguage = 'en',
): Place[] {
  return found(places, gazetteer, query).map(({ matched, ...place }) => {
    const named = inLanguage(place, language, places)
    return matched === undefined || isShown(matched, named.city) ? named : { ...named, matched }
  })
}

/** Whether a name is in the shown one, or the shown one in it. */
const isShown = (name: string, shown: string): boolean =>
  ` ${fold(shown)}`.includes(` ${fold(name)}`) || ` ${fold(name)}`.includes(` ${fold(shown)}`)

function found(places: Places, gazetteer: Gazetteer, query: string): Place[] {
  const name = fold(query)
  const coded = places.search(query, LIMIT).map((place) => withReason(place, name, places))
  const byCode = name.length <= 4 ? places.search(name.toUpperCase(), 1)[0]?.code : undefined
  if (name === '' || coded.some((place) => place.code === byCode || isNamed(place, name, places))) return coded
  const country = renowned[name]
  const [town] = gazetteer.search(country === undefined ? query : `${query} ${country}`, 1)
  if (town?.match !== 'exact') return coded
  const near = airportsNear(town, places)
  const codes = new Set(near.map(({ code }) => code))
  return [...near, ...coded.filter(({ code }) => !codes.has(code))].slice(0, LIMIT)
}

/** Whether the query is the whole name of a place, with or without its country, or a word of a busy airport. */
function isNamed(place: Place, name: string, places: Places): boolean {
  const names = [place.city, place.name, ...aliasesOf(detailOf(place, places))].flatMap(nameForms)
  const isWord = ` ${fold(place.name)} `.includes(` ${name} `) && places.weightOf(place.code) >= BUSY_WEIGHT
  return (
    isWord || fold(place.country).startsWith(name) || names.some((one) => name === one || name.startsWith(`${one} `))
  )
}

const detailOf = (place: Place, places: Places) => places.byCode(place.code) ?? { ...place, countryCode: '' }

function withReason(place: Place, name: string, places: Places): Place {
  const shown = [place.code, place.city, place.name, place.country].map(fold)
  if (name === '' || shown.some((text) => ` ${text}`.includes(` ${name}`))) return place
  const area = places.byCode(places.byCode(place.code)?.cityCode ?? '')
  const others = [...aliasesOf(detailOf(place, places)), ...(area ? aliasesOf(area) : [])]
  const matched = others.find((other) => ` ${fold(other)}`.includes(` ${name}`))
  return matched === undefined ? place : { ...place, matched }
}

/** Where several of the airports are one city's, the city comes first: one press then searches all of them. */
function airportsNear(town: GazetteerEntry, places: Places): Place[] {
  const near = places
    .airportsWithin(town, NEAR_KM)
    .filter(({ airport }) => airport.size > 0)
    .map(({ airport, km }) => ({ code: airport.code, km, rank: km - BUSY_KM * places.weightOf(airport.code) }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, NEAR)
  const byCity = Map.groupBy(near, ({ code }) => places.byCode(code)?.cityCode ?? code)
  const cities = [...byCity].flatMap(([code, [nearest, other]]) => (nearest && other ? [{ code, km: nearest.km }] : []))
  return [...cities, ...near].flatMap(({ code, km }) =>
    places.ofCodes([code]).map((place) => ({ ...place, near: { name: town.name, km: Math.round(km) } })),
  )
}

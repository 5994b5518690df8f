import type { PageLanguage } from '#lib/platform/model/languages.ts'
import type { ChartPoint, ChartRoutes } from '#lib/travel/model/chart-geometry.ts'
import { type FlightFormValues, formOf } from '#lib/travel/model/flights/flight-form.ts'
import { checkFlightDays, readFlightQuery } from '#lib/travel/model/flights/flight-query.ts'
import { type RoutePair, readRoutes } from '#lib/travel/model/flights/route-cookie.ts'
import { placeTitle } from '#lib/travel/model/pick-place.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { inLanguage } from '#lib/travel/server/places/in-language.ts'
import type { Places } from '#lib/travel/server/places/places.ts'
import { slicesOf, stopsOf } from '#runner/contract/capabilities/flight-slices.ts'
import { namesOf } from './names-of.ts'
import { todayAt } from './search/flights/read-search.ts'

const sample: RoutePair = ['AMS', 'AUA']
/** The maximum number of earlier routes beside the form's route. */
const MAX_EARLIER = 3

export interface HomeSearch {
  routes: ChartRoutes
  isExample: boolean
  form: FlightFormValues
  names: PlaceNames
}

/** What a new search starts with. */
interface StartOfSearch {
  currency: string
  /** The home airport. */
  home: string | null
  /** The language of the page, which names the places. */
  language: PageLanguage
}

/** The home page's initial search: this browser's last search, or an example. */
export function homeSearch(
  cookie: string | undefined,
  places: Places,
  nowMs: number,
  { currency, home, language }: StartOfSearch,
): HomeSearch {
  const memory = readRoutes(cookie)
  const known = memory.routes.flatMap((pair) => pointsOf(pair, places, language))
  const [first, ...others] = known
  const [shown] = pointsOf(sample, places, language)
  const { form, names } = lastForm(memory.lastQuery, places, nowMs, language)
  const origin = form.origin || (home !== null && places.byCode(home) ? home : '')
  const main = first ?? shown
  if (!main) throw new Error('The airport table lacks the airports of the sample route')
  return {
    routes: { ...main, others, shows: first ? 'last' : 'example' },
    isExample: first === undefined,
    form: { ...form, currency, origin },
    names: { ...names, ...namesOf([origin], places, language) },
  }
}

/**
 * The form's route and earlier routes, or all routes of a multi-city trip; null if the first route has an unknown
 * place.
 */
export function formRoutes(
  pairs: readonly RoutePair[],
  cookie: string | undefined,
  places: Places,
  language: PageLanguage,
): ChartRoutes | null {
  const [first, ...onward] = pairs
  const [main] = first ? pointsOf(first, places, language) : []
  if (!main) return null
  const earlier = readRoutes(cookie).routes.filter((known) => known.join() !== first?.join())
  const others = (onward.length > 0 ? onward : earlier.slice(0, MAX_EARLIER)).flatMap((pair) =>
    pointsOf(pair, places, language),
  )
  return { ...main, others, shows: 'form' }
}

/** The last search. Leaves out all dates if one can no longer be searched: the results page would reject it. */
function lastForm(
  query: string,
  places: Places,
  nowMs: number,
  language: PageLanguage,
): Pick<HomeSearch, 'form' | 'names'> {
  const read = readFlightQuery(new URLSearchParams(query))
  if (!read.ok) return { form: formOf({}), names: {} }
  const { search } = read
  const form = formOf(search)
  const isOld = Object.keys(checkFlightDays(search, todayAt(search.origin, places, nowMs))).length > 0
  const undated = form.onward.map((slice) => ({ ...slice, date: '' }))
  return {
    form: isOld ? { ...form, date: '', return_date: '', onward: undated } : form,
    names: namesOf(stopsOf(slicesOf(search)), places, language),
  }
}

function pointsOf(
  [from, to]: RoutePair,
  places: Places,
  language: PageLanguage,
): { origin: ChartPoint; destination: ChartPoint }[] {
  const origin = pointOf(from, places, language)
  const destination = pointOf(to, places, language)
  return origin && destination ? [{ origin, destination }] : []
}

function pointOf(code: string, places: Places, language: PageLanguage): ChartPoint | undefined {
  const place = places.byCode(code)
  return place && { code, name: placeTitle(inLanguage(place, language, places)), lat: place.lat, lon: place.lon }
}

import { formOf, type PlaceNames, type SearchFormValues } from '#lib/client/search-form.ts'
import type { Places } from '#lib/places/places.ts'
import type { ChartPoint, ChartRoutes } from '#lib/travel/chart-geometry.ts'
import { checkFlightDays, readFlightQuery } from '#lib/travel/flight-query.ts'
import { readRoutes } from '#lib/travel/flights/route-cookie.ts'
import { placeTitle } from '#lib/travel/pick-place.ts'
import { namesOf } from './names-of.ts'

const sample: [origin: string, destination: string] = ['AMS', 'AUA']

export interface HomeSearch {
  routes: ChartRoutes
  isExample: boolean
  form: SearchFormValues
  names: PlaceNames
}

/** What the home page starts from: the last search of this browser, or an example. */
export function homeSearch(cookie: string | undefined, places: Places, today: string): HomeSearch {
  const memory = readRoutes(cookie)
  const known = memory.routes.flatMap((pair) => pointsOf(pair, places))
  const [first, ...others] = known
  const [shown] = pointsOf(sample, places)
  const main = first ?? shown
  if (!main) throw new Error('The airport table lacks the sample route')
  return {
    routes: { ...main, others, label: first ? 'your last search' : 'an example route' },
    isExample: first === undefined,
    ...lastForm(memory.lastQuery, places, today),
  }
}

/** The last search, without dates that have passed since. */
function lastForm(query: string, places: Places, today: string): Pick<HomeSearch, 'form' | 'names'> {
  const read = readFlightQuery(new URLSearchParams(query))
  if (!read.ok) return { form: formOf({}), names: {} }
  const { search } = read
  const form = formOf(search)
  const isOld = Object.keys(checkFlightDays(search, today)).length > 0
  return {
    form: isOld ? { ...form, date: '', return_date: '' } : form,
    names: namesOf([search.origin, search.destination], places),
  }
}

function pointsOf([from, to]: [string, string], places: Places): { origin: ChartPoint; destination: ChartPoint }[] {
  const origin = pointOf(from, places)
  const destination = pointOf(to, places)
  return origin && destination ? [{ origin, destination }] : []
}

function pointOf(code: string, places: Places): ChartPoint | undefined {
  const place = places.byCode(code)
  return place && { code, name: placeTitle(place), lat: place.lat, lon: place.lon }
}

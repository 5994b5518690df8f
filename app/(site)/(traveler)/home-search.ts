import type { PageLanguage } from '#lib/platform/model/languages.ts'
import { type FlightFormValues, formOf } from '#lib/travel/model/flights/flight-form.ts'
import { checkFlightDays, readFlightQuery } from '#lib/travel/model/flights/flight-query.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import type { Places } from '#lib/travel/server/places/places.ts'
import { slicesOf, stopsOf } from '#runner/contract/capabilities/flight-slices.ts'
import { namesOf } from './names-of.ts'
import { todayAt } from './search/flights/read-search.ts'

export interface HomeSearch {
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

/**
 * The home page's initial search: this browser's last search, or an empty form.
 *
 * @param lastQuery what the browser says was its last query
 */
export function homeSearch(
  lastQuery: string,
  places: Places,
  nowMs: number,
  { currency, home, language }: StartOfSearch,
): HomeSearch {
  const { form, names } = lastForm(lastQuery, places, nowMs, language)
  const origin = form.origin || (home !== null && places.byCode(home) ? home : '')
  return { form: { ...form, currency, origin }, names: { ...names, ...namesOf([origin], places, language) } }
}

/** The last search. Leaves out all dates if one can no longer be searched: the results page would reject it. */
function lastForm(query: string, places: Places, nowMs: number, language: PageLanguage): HomeSearch {
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

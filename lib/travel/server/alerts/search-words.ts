import type { PageLanguage } from '#lib/platform/model/languages.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import type { SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import { formatDays } from '#lib/travel/model/format.ts'
import { lastDay, slicesOf, stopsOf } from '#runner/contract/capabilities/flight-slices.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { withBags } from '../../model/flights/fare-words.ts'
import { travelersOf } from '../../model/flights/flight-form.ts'
import { inList } from '../../model/in-list.ts'
import { placeTitle } from '../../model/pick-place.ts'
import { inLanguage } from '../places/in-language.ts'
import type { Places } from '../places/places.ts'
import { readFlightSearch, readHotelSearch } from '../search/read-search.ts'

type SearchWords = { readonly title: string; readonly days: string }

/** The words of an alert. `stay`: the title of a hotel search; `name`: of its place, if it has one. */
type AlertWords = {
  readonly language: PageLanguage
  readonly locale: string
  readonly flights: Texts<'flights'>
  stay(name: string | undefined, search: HotelSearch): string
}

/** "Amsterdam to Aruba" and "13–21 Feb 2027, with 1 checked bag". Undefined for a row that the current schema cannot parse. */
export function searchWords(
  { kind, search: query, cabinBags, checkedBags }: Pick<SavedSearch, 'kind' | 'search' | 'cabinBags' | 'checkedBags'>,
  places: Pick<Places, 'byCode'>,
  { language, locale, flights, stay }: AlertWords,
): SearchWords | undefined {
  const nameOf = (code: string) => {
    const place = places.byCode(code)
    return place === undefined ? code : placeTitle(inLanguage(place, language, places))
  }
  if (kind === 'flights') {
    const search = readFlightSearch(query)
    if (!search.ok) return undefined
    // The name of a return trip has only the places of the outbound flight.
    const outward = search.value.return_date === null ? search.value : { ...search.value, return_date: null }
    const [from = '', to = '', ...further] = stopsOf(slicesOf(outward)).map(nameOf)
    const title = further.reduce((route, next) => flights('hopOn', { route, to: next }), flights('hop', { from, to }))
    const days = formatDays(search.value.date, lastDay(search.value), locale)
    const bags = { cabin_bags: cabinBags, checked_bags: checkedBags }
    return { title, days: inList([days, withBags(bags, travelersOf(search.value), flights)], flights) }
  }
  const search = readHotelSearch(query)
  if (!search.ok) return undefined
  const { place, check_in, check_out } = search.value
  const title = stay(place === undefined ? undefined : nameOf(place), search.value)
  return { title, days: formatDays(check_in, check_out, locale) }
}

const most = 100

/**
 * The title of a search, such as its route, before a price in the same line. Cut at 100 characters, so that the price
 * is not cut off.
 */
export const shortTitle = (title: string): string =>
  title.length <= most ? title : `${title.slice(0, most - 1).trimEnd()}…`

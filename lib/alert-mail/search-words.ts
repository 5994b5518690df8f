import type { SavedSearch } from '#lib/db/generated/client.ts'
import type { Places } from '#lib/places/places.ts'
import { readFlightSearch, readHotelSearch } from '#lib/search/read-search.ts'
import { formatDate, formatDateRange } from '#lib/travel/format.ts'
import { placeTitle } from '#lib/travel/pick-place.ts'
import { lastDay, slicesOf, stopsOf } from '#runner/contract/capabilities/flight-slices.ts'

type SearchWords = { readonly title: string; readonly days: string }

/** "Amsterdam to Aruba" and "13–21 Feb 2027". Undefined for a row that the present contract does not read. */
export function searchWords(
  { kind, search: query }: Pick<SavedSearch, 'kind' | 'search'>,
  places: Pick<Places, 'byCode'>,
): SearchWords | undefined {
  const nameOf = (code: string) => {
    const place = places.byCode(code)
    return place === undefined ? code : placeTitle(place)
  }
  if (kind === 'flights') {
    const search = readFlightSearch(query)
    if (!search.ok) return undefined
    // A return trip is named by its way out.
    const outward = search.value.return_date === null ? search.value : { ...search.value, return_date: null }
    const title = stopsOf(slicesOf(outward)).map(nameOf).join(' to ')
    return { title, days: daysText(search.value.date, lastDay(search.value)) }
  }
  const search = readHotelSearch(query)
  if (!search.ok) return undefined
  const { place, check_in, check_out } = search.value
  return {
    title: place === undefined ? 'Hotels in an area of the map' : `Hotels in ${nameOf(place)}`,
    days: daysText(check_in, check_out),
  }
}

function daysText(from: string, to: string): string {
  if (from === to) return formatDate(from, 'en-GB', { year: true })
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  return isOneYear
    ? `${formatDateRange(from, to)} ${to.slice(0, 4)}`
    : `${formatDate(from, 'en-GB', { year: true })} – ${formatDate(to, 'en-GB', { year: true })}`
}

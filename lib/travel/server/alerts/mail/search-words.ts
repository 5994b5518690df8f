import type { SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import { lastDay, slicesOf, stopsOf } from '#runner/contract/capabilities/flight-slices.ts'
import { formatDays } from '../../../model/format-days.ts'
import { placeTitle } from '../../../model/pick-place.ts'
import type { Places } from '../../places/places.ts'
import { readFlightSearch, readHotelSearch } from '../../search/read-search.ts'
import type { MailWords } from './mail-words.ts'

type SearchWords = { readonly title: string; readonly days: string }

/**
 * "Amsterdam to Aruba" and "13–21 Feb 2027", in the language of the mail. Undefined for a row that the current schema
 * cannot parse.
 */
export function searchWords(
  { kind, search: query }: Pick<SavedSearch, 'kind' | 'search'>,
  places: Pick<Places, 'byCode'>,
  { locale, mails, flights }: Pick<MailWords, 'locale' | 'mails' | 'flights'>,
): SearchWords | undefined {
  const nameOf = (code: string) => {
    const place = places.byCode(code)
    return place === undefined ? code : placeTitle(place)
  }
  if (kind === 'flights') {
    const search = readFlightSearch(query)
    if (!search.ok) return undefined
    // The name of a return trip has only the places of the outbound flight.
    const outward = search.value.return_date === null ? search.value : { ...search.value, return_date: null }
    const [from = '', to = '', ...further] = stopsOf(slicesOf(outward)).map(nameOf)
    const title = further.reduce((route, next) => flights('hopOn', { route, to: next }), flights('hop', { from, to }))
    return { title, days: formatDays(search.value.date, lastDay(search.value), locale) }
  }
  const search = readHotelSearch(query)
  if (!search.ok) return undefined
  const { place, check_in, check_out } = search.value
  return {
    title: place === undefined ? mails('hotelsInArea') : mails('hotelsIn', { place: nameOf(place) }),
    days: formatDays(check_in, check_out, locale),
  }
}

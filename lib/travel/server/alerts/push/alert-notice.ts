import { readLanguage } from '#lib/platform/model/languages.ts'
import { createTexts } from '#lib/platform/model/texts.ts'
import type { PriceAlert, SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import { lastDay, slicesOf, stopsOf } from '#runner/contract/capabilities/flight-slices.ts'
import { fallWriter } from '../../../model/fall-writer.ts'
import { formatDays } from '../../../model/format-days.ts'
import { placeTitle } from '../../../model/pick-place.ts'
import type { AlertNotice } from '../../../model/push-subscription.ts'
import { shortTitle } from '../../../model/short-title.ts'
import type { Places } from '../../places/places.ts'
import { limitOf } from '../../saved-searches/alert-rule.ts'
import { firstPriceAbove } from '../../saved-searches/first-price.ts'
import { readFlightSearch, readHotelSearch } from '../../search/read-search.ts'

type Alert = Pick<PriceAlert, 'id' | 'amount' | 'currency' | 'data'> & {
  readonly search: Pick<SavedSearch, 'id' | 'kind' | 'search' | 'rule' | 'data' | 'savedAmount'>
}

/**
 * The notification about an alert, in the browser's language: route or place, dates and prices, and nothing about the
 * person. Undefined for a search that the current schema cannot parse.
 */
export function alertNotice(
  { id, search, amount, currency, data }: Alert,
  reading: { readonly language: string; readonly locale: string },
  places: Pick<Places, 'byCode'>,
): AlertNotice | undefined {
  const { locale } = reading
  const language = readLanguage(reading.language) ?? 'en'
  const texts = compiledTexts(language, ['alerts', 'flights', 'trips'])
  const t = createTexts<'alerts'>(texts.alerts, locale)
  const about = aboutSearch(search, locale, places, {
    flights: createTexts<'flights'>(texts.flights, locale),
    trips: createTexts<'trips'>(texts.trips, locale),
  })
  if (about === undefined) return undefined
  const { title, days } = about
  const first = firstPriceAbove({ amount, data }, search)
  const limit = limitOf(search.rule)
  const write = fallWriter(amount, { first, limit }, currency, locale)
  const body = () => {
    if (data !== 'live') return t('pushNotReal', { days })
    return first === undefined ? days : t('pushBody', { days, price: write(first) })
  }
  return {
    title: t('pushTitle', { title: shortTitle(title), price: write(amount) }),
    body: body(),
    tag: search.id,
    // The id makes the URL new, so that a window that already shows the page reloads it.
    path: `/trips?alert=${id}#${search.id}`,
    language,
  }
}

type Words = {
  readonly flights: ReturnType<typeof createTexts<'flights'>>
  readonly trips: ReturnType<typeof createTexts<'trips'>>
}

function aboutSearch(
  { kind, search: query }: Alert['search'],
  locale: string,
  places: Pick<Places, 'byCode'>,
  { flights, trips }: Words,
): { readonly title: string; readonly days: string } | undefined {
  const nameOf = (code: string) => {
    const place = places.byCode(code)
    return place === undefined ? code : placeTitle(place)
  }
  if (kind === 'flights') {
    const read = readFlightSearch(query)
    if (!read.ok) return undefined
    const search = read.value
    // The name of a return trip has only the places of the outbound flight.
    const outward = slicesOf(search.return_date === null ? search : { ...search, return_date: null })
    const [from = '', to = '', ...further] = stopsOf(outward).map(nameOf)
    const title = further.reduce((route, next) => flights('hopOn', { route, to: next }), flights('hop', { from, to }))
    return { title, days: formatDays(search.date, lastDay(search), locale) }
  }
  const read = readHotelSearch(query)
  if (!read.ok) return undefined
  const { place, lat, lon, check_in, check_out } = read.value
  const title =
    place === undefined ? trips('around', { lat: lat?.toFixed(2) ?? '', lon: lon?.toFixed(2) ?? '' }) : nameOf(place)
  return { title, days: formatDays(check_in, check_out, locale) }
}

import { readLanguage } from '#lib/platform/model/languages.ts'
import { createTexts } from '#lib/platform/model/texts.ts'
import type { PriceAlert, SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import { fallWriter } from '../../../model/fall-writer.ts'
import type { AlertNotice } from '../../../model/push-subscription.ts'
import { shortTitle } from '../../../model/short-title.ts'
import type { Places } from '../../places/places.ts'
import { firstPriceAbove, limitOf } from '../../saved-searches/alert-rule.ts'
import { searchWords } from '../search-words.ts'

type Alert = Pick<PriceAlert, 'id' | 'amount' | 'currency' | 'data'> & {
  readonly search: Pick<
    SavedSearch,
    'id' | 'kind' | 'search' | 'rule' | 'cabinBags' | 'checkedBags' | 'data' | 'savedAmount'
  >
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
  const trips = createTexts<'trips'>(texts.trips, locale)
  const about = searchWords(search, places, {
    language,
    locale,
    flights: createTexts<'flights'>(texts.flights, locale),
    stay: (place, { lat, lon }) => place ?? trips('around', { lat: lat?.toFixed(2) ?? '', lon: lon?.toFixed(2) ?? '' }),
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

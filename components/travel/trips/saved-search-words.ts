import type { Texts } from '#lib/platform/model/texts.ts'
import { withBags } from '#lib/travel/model/flights/fare-words.ts'
import { travelersOf } from '#lib/travel/model/flights/flight-form.ts'
import { formatDays } from '#lib/travel/model/format.ts'
import { guestsOf, roomCount } from '#lib/travel/model/hotels/hotel-form.ts'
import { formatPrice, fullPriceWriter } from '#lib/travel/model/money.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import type { AlertRule } from '#lib/travel/model/saved-search.ts'
import type { SavedSearchState, SavedSearchView } from '#lib/travel/model/saved-search-view.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { lastDay, slicesOf, stopsOf } from '#runner/contract/capabilities/flight-slices.ts'
import { agoText } from './trip-words.ts'

type T = Texts<'trips'>

/** "Amsterdam to Aruba", with all places of a multi-city trip, or where the stay is. */
export function searchTitle(view: SavedSearchView, names: PlaceNames, t: T, flights: Texts<'flights'>): string {
  const nameOf = (code: string) => names[code] ?? code
  if (view.kind === 'flights') {
    const [from = '', to = '', ...further] = stopsOf(outward(view.search)).map(nameOf)
    return further.reduce((route, next) => flights('hopOn', { route, to: next }), flights('hop', { from, to }))
  }
  const { place, lat, lon } = view.search
  return place === undefined ? t('around', { lat: lat?.toFixed(2) ?? '', lon: lon?.toFixed(2) ?? '' }) : nameOf(place)
}

/** The title of a round trip names only its outbound flight. */
const outward = (search: FlightSearch) =>
  slicesOf(search.return_date === null ? search : { ...search, return_date: null })

/** The codes of a search's places, from which their names are looked up. */
export function searchCodes({ kind, search }: Pick<SavedSearchView, 'kind' | 'search'>): string[] {
  if (kind === 'flights' && 'origin' in search) return stopsOf(slicesOf(search))
  return 'place' in search && search.place !== undefined ? [search.place] : []
}

/** "13–21 Feb 2027, return", "3 travelers", and "with 1 checked bag each" if the prices include bags. */
export function searchFacts(
  view: SavedSearchView,
  locale: string,
  t: T,
  travel: Texts<'travel'>,
  flights: Texts<'flights'>,
): readonly string[] {
  if (view.kind === 'flights') {
    const { search } = view
    const dates = formatDays(search.date, lastDay(search), locale)
    const way = search.onward
      ? t('multiDates', { dates, count: slicesOf(search).length })
      : t(search.return_date === null ? 'oneWayDates' : 'returnDates', { dates })
    const count = travelersOf(search)
    return [way, travel('travelers', { count }), ...(view.bags ? [withBags(view.bags, count, flights)] : [])]
  }
  const { check_in, check_out } = view.search
  return [
    formatDays(check_in, check_out, locale),
    travel('guestsAndRooms', { guests: guestsOf(view.search), rooms: roomCount(view.search) }),
  ]
}

/**
 * The limit below which a price raises an alert. Undefined for a fall in percent, or if the rule needs a first price
 * and there is none.
 */
export function limitOf(rule: AlertRule, saved: number | undefined): number | undefined {
  if (rule.type === 'below') return rule.amount
  return rule.type === 'below_saved' ? saved : undefined
}

/** Whether a fall in price can raise an alert. If not, the search is a bookmark with the prices that the person found. */
export const canAlert = ({ kind }: SavedSearchState): boolean => kind !== 'refused' && kind !== 'no_sources'

/** "Falls below €400". An amount that the person typed with cents keeps them. */
export function ruleText(
  rule: AlertRule,
  { saved, currency }: Pick<SavedSearchView, 'saved' | 'currency'>,
  locale: string,
  t: T,
): string {
  if (rule.type === 'falls_by') return t('fallsBy', { percent: rule.percent })
  const limit = limitOf(rule, saved)
  if (limit === undefined) return t('fallsBelowFirst')
  const isExact = rule.type === 'below' && !Number.isInteger(limit)
  const price = isExact ? fullPriceWriter(currency, locale)(limit) : formatPrice(limit, currency, locale)
  return t('fallsBelow', { price })
}

/** A future time in words: "in about 5 hours". */
function inText(thenMs: number, nowMs: number, t: T): string {
  const minutes = Math.round((thenMs - nowMs) / 60_000)
  if (minutes < 2) return t('inMoment')
  if (minutes < 60) return t('inMinutes', { count: minutes })
  return t('inHours', { count: Math.round(minutes / 60) })
}

/** The state of a saved search: a heading if it needs attention, and a sentence. */
export function stateText(
  state: SavedSearchState,
  nowMs: number,
  t: T,
): { tone: 'plain' | 'stop'; strong?: string; text: string } {
  const plain = (text: string, strong?: string) => ({ tone: 'plain' as const, text, ...(strong && { strong }) })
  const nextCheck = (atMs: number) => t('nextCheck', { when: inText(atMs, nowMs, t) })
  switch (state.kind) {
    case 'waiting':
      return plain(t('firstCheck', { when: inText(state.nextRunAtMs, nowMs, t) }))
    case 'working':
      return plain(nextCheck(state.nextRunAtMs))
    case 'no_offers':
      return plain(nextCheck(state.nextRunAtMs), t('noOffers'))
    case 'without_children':
      return plain(nextCheck(state.nextRunAtMs), t('withoutChildren'))
    case 'bags_unknown':
      return plain(nextCheck(state.nextRunAtMs), t('bagsUnknown'))
    case 'other_currency':
      return plain(t('otherCurrencyText'), t('otherCurrency'))
    case 'refused':
      return plain(t('notCheckedText'), t('notChecked'))
    case 'no_sources':
      return plain(t('noProvider'), t('notChecked'))
    case 'failing':
      return {
        tone: 'stop',
        strong: t('notWorking', { ago: agoText(state.sinceMs, nowMs, t) }),
        text: t('notWorkingText', { failures: state.failures, when: inText(state.nextRunAtMs, nowMs, t) }),
      }
    case 'paused':
      return plain(t('pausedText'), t('paused', { ago: agoText(state.sinceMs, nowMs, t) }))
    case 'past':
      return plain(t('daysPastText'), t('daysPast'))
  }
}

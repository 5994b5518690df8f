import type { Texts } from '#lib/platform/model/texts.ts'
import { listWriter } from '../currencies-writer.ts'
import { formatDistance } from '../distance.ts'
import { formatDate } from '../format.ts'
import { nameIn } from '../map-names.ts'
import { addDays } from '../offset-time.ts'
import type { PlaceNames } from '../place-names.ts'
import { choice, type FilterWords, priceFilter } from '../results/filter-words.ts'
import { centreText } from './centre-words.ts'
import { type HotelFilterNames, UNKNOWN } from './filters.ts'
import type { HotelFacts } from './hotel-facts.ts'
import { boardName, starsText } from './words.ts'

/** The list and its reader, as far as the words for filters need them. */
export interface HotelFilterContext {
  locale: string
  currency: string
  t: Texts<'hotels'>
  results: Texts<'results'>
  placeNames: PlaceNames
  facts: Pick<HotelFacts, 'price' | 'distance' | 'freeDays' | 'checkIn' | 'whole' | 'chainNames'>
}

export function hotelFilterWords({
  locale,
  currency,
  t,
  results,
  placeNames,
  facts,
}: HotelFilterContext): FilterWords<HotelFilterNames> {
  const { distance, freeDays, checkIn, whole, chainNames } = facts
  const untilText = (date: string) => (date === '' ? t('freeCancellation') : t('refundableUntilDate', { date }))
  return {
    write: listWriter(whole, locale)(currency),
    groups: [
      priceFilter({ bounds: facts.price, currency, locale, bars: 26, barHeight: 34 }, results),
      // The panel has a field for it.
      choice('name', t('hotelName'), { labelOf: (name) => t('hotelNamed', { name }), least: Number.POSITIVE_INFINITY }),
      choice('stars', t('starsTitle'), {
        labelOf: (value) => (value === UNKNOWN ? t('noStars') : starsText(Number(value), t)),
        // Most stars first; hotels without stars come last.
        rank: (value) => (value === UNKNOWN ? 0 : -Number(value)),
      }),
      choice('boards', t('mealsTitle'), { labelOf: (value) => boardName(value, t), hasNone: true }),
      {
        kind: 'flags',
        title: t('terms'),
        flags: [
          { name: 'freeCancellation', label: t('freeCancellation') },
          { name: 'payLater', label: t('payLater') },
          { name: 'conditions', label: t('meetCondition'), whenOff: t('onlyForAnyone') },
        ],
      },
      {
        kind: 'range',
        name: 'freeDays',
        title: t('refundableUntil'),
        bounds: freeDays,
        ends: { from: t('latestDay'), to: t('earliestDay') },
        bars: 24,
        barHeight: 22,
        isUpper: true,
        // A list without hotels has no check-in to count from.
        write: (days) => checkIn && formatDate(addDays(checkIn, -days), locale),
        above: untilText,
        below: untilText,
      },
      {
        kind: 'range',
        name: 'distance',
        title: t('distanceFrom', { place: centreText(placeNames, t) }),
        bounds: distance,
        ends: { from: t('nearest'), to: t('farthest') },
        bars: 24,
        barHeight: 22,
        isUpper: true,
        write: (km) => formatDistance(km, locale),
        above: (km) => t('beyond', { distance: km }),
        below: (km) => t('within', { distance: km }),
      },
      choice('chains', t('chainTitle'), {
        labelOf: (code) => nameIn(chainNames, code) ?? t('noChain'),
        // A code such as YA says nothing to a traveler.
        isNameless: (code) => code !== UNKNOWN && nameIn(chainNames, code) === undefined,
        hasNone: true,
      }),
    ],
  }
}

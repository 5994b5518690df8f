import { formatDistance } from '../distance.ts'
import { formatPrice } from '../money.ts'
import { describeChoice, describeRange, nameIn } from '../results/filter-words.ts'
import type { TextKey, Texts } from '../texts.ts'
import { type HotelChoiceName, type HotelFilterName, type HotelFilters, UNKNOWN } from './filters.ts'
import { boardName, starsText } from './words.ts'

/** Facts about the list and its reader, needed to describe filters in words. */
export interface HotelFilterContext {
  locale: string
  currency: string
  /** The names of hotel chains, by code. */
  chainNames: Record<string, string>
  t: Texts<'hotels'>
  results: Texts<'results'>
}

export const hotelFilterTitles = {
  stars: 'starsTitle',
  boards: 'mealsTitle',
  chains: 'chainTitle',
} as const satisfies Record<HotelChoiceName, TextKey<'hotels'>>

type Options = Pick<HotelFilterContext, 'chainNames' | 't'>

/** The name of one option. */
function optionName(name: HotelChoiceName, value: string, { chainNames, t }: Options): string {
  switch (name) {
    case 'stars':
      return value === UNKNOWN ? t('noStars') : starsText(Number(value), t)
    case 'boards':
      return boardName(value, t)
    case 'chains':
      return value === UNKNOWN ? t('noChain') : (nameIn(chainNames, value) ?? t('chainCode', { code: value }))
  }
}

/** The names of the options, by choice. */
export function hotelOptionLabels(options: Options): Record<HotelChoiceName, (value: string) => string> {
  return {
    stars: (value) => optionName('stars', value, options),
    boards: (value) => optionName('boards', value, options),
    chains: (value) => optionName('chains', value, options),
  }
}

/** One active filter in words: "4 stars only", "Up to €2,300", "Within 2 km". */
export function describeHotelFilter(name: HotelFilterName, filters: HotelFilters, context: HotelFilterContext): string {
  const { locale, currency, t, results } = context
  switch (name) {
    case 'stars':
    case 'boards':
    case 'chains':
      return describeChoice(filters[name], {
        title: t(hotelFilterTitles[name]),
        labelOf: hotelOptionLabels(context)[name],
        t: results,
      })
    case 'price':
      return describeRange(filters.price, (amount) => formatPrice(amount, currency, locale), {
        above: (price) => results('priceAbove', { price }),
        below: (price) => results('priceBelow', { price }),
      })
    case 'distance':
      return describeRange(filters.distance, (km) => formatDistance(km, locale), {
        above: (distance) => t('beyond', { distance }),
        below: (distance) => t('within', { distance }),
      })
    case 'freeCancellation':
      return t('freeCancellation')
  }
}

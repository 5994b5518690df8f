import { formatDistance } from '../distance.ts'
import { formatPrice } from '../money.ts'
import { describeChoice, describeRange } from '../results/filter-sentences.ts'
import { type HotelFilterContext, hotelFilterTitles, hotelOptionLabels } from './filter-words.ts'
import type { HotelFilterName, HotelFilters } from './filters.ts'

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

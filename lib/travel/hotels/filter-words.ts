import { formatDistance } from '../distance.ts'
import { formatPrice } from '../money.ts'
import { describeChoice, describeRange, nameIn } from '../results/filter-words.ts'
import { type HotelChoiceName, type HotelFilterName, type HotelFilters, UNKNOWN } from './filters.ts'
import { boardName, starsText } from './words.ts'

/** Facts about the list and its reader for the words of filters. */
export interface HotelFilterContext {
  locale: string
  currency: string
  /** By code. */
  chainNames: Record<string, string>
}

export const hotelFilterTitles: Record<HotelChoiceName, string> = { stars: 'Stars', boards: 'Meals', chains: 'Chain' }

/** The name of one option. */
function optionName(name: HotelChoiceName, value: string, chainNames: Record<string, string>): string {
  switch (name) {
    case 'stars':
      return value === UNKNOWN ? 'No stars given' : starsText(Number(value))
    case 'boards':
      return boardName(value)
    case 'chains':
      return value === UNKNOWN ? 'No chain named' : (nameIn(chainNames, value) ?? `Chain ${value}`)
  }
}

/** The names of the options, by choice. */
export function hotelOptionLabels(
  chainNames: Record<string, string>,
): Record<HotelChoiceName, (value: string) => string> {
  return {
    stars: (value) => optionName('stars', value, chainNames),
    boards: (value) => optionName('boards', value, chainNames),
    chains: (value) => optionName('chains', value, chainNames),
  }
}

/** One active filter in words: "4 stars only", "Up to €2,300", "Within 2 km". */
export function describeHotelFilter(
  name: HotelFilterName,
  filters: HotelFilters,
  { locale, currency, chainNames }: HotelFilterContext,
): string {
  switch (name) {
    case 'stars':
    case 'boards':
    case 'chains':
      return describeChoice(filters[name], {
        title: hotelFilterTitles[name],
        labelOf: hotelOptionLabels(chainNames)[name],
      })
    case 'price':
      return describeRange(filters.price, (amount) => formatPrice(amount, currency, locale), ['From', 'Up to'])
    case 'distance':
      return describeRange(filters.distance, (km) => formatDistance(km, locale), ['Beyond', 'Within'])
    case 'freeCancellation':
      return 'Free cancellation'
  }
}

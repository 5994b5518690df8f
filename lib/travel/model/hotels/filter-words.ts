import type { TextKey, Texts } from '#lib/platform/model/texts.ts'
import { nameIn } from '../results/filter-words.ts'
import { type HotelChoiceName, UNKNOWN } from './filters.ts'
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

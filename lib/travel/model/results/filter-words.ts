import type { Texts } from '#lib/platform/model/texts.ts'
import { formatPrice, fullPriceWriter, wholePriceWriter } from '../money.ts'
import type { Bounds } from './bounds.ts'
import type { FilterNames } from './narrow-by.ts'

interface Foldable {
  /** The title under which this group is folded, together with its neighbors under the same title. Absent: never folded. */
  fold?: string
}

export interface ChoiceWords<Name extends string = string> extends Foldable {
  kind: 'choice'
  name: Name
  title: string
  labelOf: (value: string) => string
  /** The name of an option as it appears after "Without", if it differs. */
  inSentence?: (value: string) => string
  /** Whether one press deselects all, for long lists of which the user wants a few. */
  hasNone?: boolean
  /** Whether an option is left out, because it has no name. */
  isNameless?: (value: string) => boolean
  /** A fixed order of the options, whatever their counts. */
  rank?: (value: string) => number
  /** The filter is hidden if the list has fewer values. */
  least?: number
}

export interface RangeWords<Name extends string = string> extends Foldable {
  kind: 'range'
  name: Name
  title: string
  /** The ends of the track; the filter is hidden if there is nothing to choose. */
  bounds: Bounds | undefined
  ends: { from: string; to: string }
  bars: number
  barHeight: number
  /** One thumb for the upper bound, instead of two. */
  isUpper?: boolean
  /** Writes a value on the track, and in a sentence if that differs. */
  write: (value: number) => string
  inSentence?: (value: number) => string
  above: (value: string) => string
  below: (value: string) => string
  between?: (range: string) => string
}

interface FlagWords<Name extends string = string> extends Foldable {
  kind: 'flags'
  title: string
  /** `whenOff`: only for a flag that admits results, what the list is limited to without it. */
  flags: readonly { name: Name; label: string; whenOff?: string }[]
}

export type GroupWords<Names extends FilterNames> =
  | ChoiceWords<Names['choice']>
  | RangeWords<Names['range']>
  | FlagWords<Names['flag']>

/** The filters of a list in words, in the order in which a panel shows them. */
export interface FilterWords<Names extends FilterNames> {
  groups: readonly GroupWords<Names>[]
  /** Formats the prices of all options alike. */
  write: (amount: number) => string
}

export function choice<Name extends string>(
  name: Name,
  title: string,
  words: Omit<ChoiceWords, 'kind' | 'name' | 'title'>,
): ChoiceWords<Name> {
  return { kind: 'choice', name, title, ...words }
}

interface PriceFilterOf {
  bounds: Bounds | undefined
  currency: string
  locale: string
  bars: number
  barHeight: number
  fold?: string
}

/** The filter of the total price. The track has whole amounts unless all prices are nearly the same. */
export function priceFilter(
  { bounds, currency, locale, ...size }: PriceFilterOf,
  t: Texts<'results'>,
): RangeWords<'price'> {
  return {
    kind: 'range',
    name: 'price',
    title: t('totalPrice'),
    bounds,
    ends: { from: t('lowest'), to: t('highest') },
    ...size,
    write: (Number.isInteger(bounds?.step) ? wholePriceWriter : fullPriceWriter)(currency, locale),
    inSentence: (amount) => formatPrice(amount, currency, locale),
    above: (price) => t('priceAbove', { price }),
    below: (price) => t('priceBelow', { price }),
  }
}

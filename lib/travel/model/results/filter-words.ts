import type { Texts } from '#lib/platform/model/texts.ts'
import { inList } from '../in-list.ts'
import { formatPrice, fullPriceWriter, wholePriceWriter } from '../money.ts'
import type { Bounds } from './bounds.ts'
import type { Choice, Range } from './choice.ts'
import type { FiltersOf } from './narrow-by.ts'

export interface ChoiceWords<Name extends string = string> {
  kind: 'choice'
  name: Name
  title: string
  labelOf: (value: string) => string
  /** The name of an option as it appears after "Without", if it differs. */
  inSentence?: (value: string) => string
  /** Whether one press deselects all, for long lists of which the user wants a few. */
  hasNone?: boolean
  /** A fixed order of the options, whatever their counts. */
  rank?: (value: string) => number
  /** The filter is hidden if the list has fewer values. */
  least?: number
}

export interface RangeWords<Name extends string = string> {
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

interface FlagWords<Name extends string = string> {
  kind: 'flags'
  title: string
  flags: readonly { name: Name; label: string }[]
}

/** The filters of a list in words, in the order in which a panel shows them. */
export interface FilterWords<ChoiceName extends string, RangeName extends string, FlagName extends string> {
  groups: readonly (ChoiceWords<ChoiceName> | RangeWords<RangeName> | FlagWords<FlagName>)[]
  /** Formats the prices of all options alike. */
  write: (amount: number) => string
}

/** One active filter in words: "Nonstop only", "Without United", "Up to €2,300". */
export function describeFilter<ChoiceName extends string, RangeName extends string, FlagName extends string>(
  name: ChoiceName | RangeName | FlagName,
  filters: FiltersOf<ChoiceName, RangeName, FlagName>,
  { groups }: FilterWords<ChoiceName, RangeName, FlagName>,
  t: Texts<'results'>,
): string {
  const choices: Readonly<Record<ChoiceName, Choice | null>> = filters
  const ranges: Readonly<Record<RangeName, Range | null>> = filters
  for (const group of groups) {
    if (group.kind === 'flags') {
      const flag = group.flags.find((one) => one.name === name)
      if (flag) return flag.label
    } else if (group.name === name) {
      return group.kind === 'choice'
        ? describeChoice(choices[group.name], group, t)
        : describeRange(ranges[group.name], group)
    }
  }
  return name
}

function describeChoice(
  choice: Choice | null,
  { title, labelOf, inSentence = labelOf }: ChoiceWords,
  t: Texts<'results'>,
): string {
  if (!choice) return ''
  if (choice.values.length === 0) return t('noneChosen', { title })
  const values = choice.values.map(choice.kind === 'only' ? labelOf : inSentence)
  const isLong = values.length > 3
  const list = inList(isLong ? values.slice(0, 2) : values, t)
  const options = isLong ? t('andMore', { list, count: values.length - 2 }) : list
  return choice.kind === 'only' ? t('only', { options }) : t('without', { options })
}

/** Both ends of a range, or the only one. */
function describeRange(
  range: Range | null,
  { write, inSentence = write, above, below, between = (text) => text }: RangeWords,
): string {
  if (range?.from != null && range.to != null) return between(`${inSentence(range.from)}–${inSentence(range.to)}`)
  if (range?.from != null) return above(inSentence(range.from))
  return range?.to == null ? '' : below(inSentence(range.to))
}

interface PriceFilterOf {
  bounds: Bounds | undefined
  currency: string
  locale: string
  bars: number
  barHeight: number
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

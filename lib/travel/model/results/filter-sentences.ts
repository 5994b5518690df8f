import type { Texts } from '#lib/platform/model/texts.ts'
import { inList } from '../in-list.ts'
import type { Choice, Range } from './choice.ts'

interface ChoiceWords {
  title: string
  labelOf: (value: string) => string
  /** The name of an option as it appears after "Without". */
  inSentence?: (value: string) => string
  t: Texts<'results'>
}

/** A choice in words. */
export function describeChoice(
  choice: Choice | null,
  { title, labelOf, inSentence = labelOf, t }: ChoiceWords,
): string {
  if (!choice) return ''
  if (choice.values.length === 0) return t('noneChosen', { title })
  const values = choice.values.map(choice.kind === 'only' ? labelOf : inSentence)
  const isLong = values.length > 3
  const list = inList(isLong ? values.slice(0, 2) : values, t)
  const options = isLong ? t('andMore', { list, count: values.length - 2 }) : list
  return choice.kind === 'only' ? t('only', { options }) : t('without', { options })
}

interface RangeWords {
  above: (value: string) => string
  below: (value: string) => string
  between?: (range: string) => string
}

/** A range in words: both ends, or the only one. */
export function describeRange(
  range: Range | null,
  write: (value: number) => string,
  { above, below, between = (text) => text }: RangeWords,
): string {
  if (range?.from != null && range.to != null) return between(`${write(range.from)}–${write(range.to)}`)
  if (range?.from != null) return above(write(range.from))
  return range?.to == null ? '' : below(write(range.to))
}

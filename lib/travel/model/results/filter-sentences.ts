import type { Texts } from '#lib/platform/model/texts.ts'
import { inList } from '../in-list.ts'
import type { Choice, Range } from './choice.ts'
import type { ChoiceWords, FilterWords, RangeWords } from './filter-words.ts'
import type { FilterName, FilterNames, FiltersOf } from './narrow-by.ts'

/** One active filter in words: "Nonstop only", "Without United", "Up to €2,300". */
export function describeFilter<Names extends FilterNames>(
  name: FilterName<Names>,
  filters: FiltersOf<Names>,
  { groups }: FilterWords<Names>,
  t: Texts<'results'>,
): string {
  const choices: Readonly<Record<Names['choice'], Choice | null>> = filters
  const ranges: Readonly<Record<Names['range'], Range | null>> = filters
  for (const group of groups) {
    if (group.kind === 'flags') {
      const flag = group.flags.find((one) => one.name === name)
      if (flag) return flag.whenOff ?? flag.label
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

'use client'

import { memo, useState } from 'react'
import type { FilterActions } from '#lib/travel/client/use-list-state.ts'
import { allows, type Choice, toggleChoice } from '#lib/travel/model/results/choice.ts'
import type { ChoiceWords } from '#lib/travel/model/results/filter-words.ts'
import type { Tally } from '#lib/travel/model/results/narrow-by.ts'
import { spoken } from '../../../ui/spoken.tsx'
import { useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { FilterGroup, HeadButton } from './filter-group.tsx'

interface ChoiceFilterProps {
  words: ChoiceWords
  choice: Choice | null
  options: readonly (Tally & { value: string })[]
  /** Formats the prices of all options alike. */
  write: (amount: number) => string
  actions: FilterActions
}

const SHOWN = 6

/** A filter by value; every value is on until the user switches it off. */
export const ChoiceFilter = memo(function ChoiceFilter(props: ChoiceFilterProps) {
  const { words, choice, write, actions } = props
  const { name, title, labelOf, hasNone = false, rank = () => 0, least = 1, isNameless = () => false } = words
  const t = useTexts('results')
  const rich = useRichTexts('results')
  const [isLong, setIsLong] = useState(false)
  const options = props.options
    .filter(({ value }) => !isNameless(value))
    .toSorted((a, b) => rank(a.value) - rank(b.value))
  const all = options.map(({ value }) => value)
  const shown = isLong || options.length <= SHOWN + 1 ? options : options.slice(0, SHOWN)
  const hidden = options.slice(shown.length)
  const lowest = Math.min(...hidden.flatMap((option) => option.lowest ?? []))
  if (options.length < least) return null
  return (
    <FilterGroup
      title={title}
      aside={
        choice ? (
          <HeadButton label={t('clearOne', { title })} onClick={() => actions.clear(name)}>
            {t('clear')}
          </HeadButton>
        ) : (
          hasNone && (
            <HeadButton
              label={t('noneOf', { title })}
              onClick={() => actions.setFilters({ [name]: { kind: 'only', values: [] } })}
            >
              {t('none')}
            </HeadButton>
          )
        )
      }
    >
      {shown.map(({ value, ...tally }) => (
        <OptionLine
          key={value}
          label={labelOf(value)}
          isOn={allows(choice, value)}
          tally={tally}
          write={write}
          onToggle={() => actions.setFilters({ [name]: toggleChoice(choice, value, all) })}
        />
      ))}
      {hidden.length > 0 && (
        <button type="button" className="link filter-more" onClick={() => setIsLong(true)}>
          {rich(lowest === Number.POSITIVE_INFINITY ? 'moreUnder' : 'moreUnderFrom', {
            count: hidden.length,
            title,
            price: write(lowest),
            more: spoken,
          })}
        </button>
      )}
    </FilterGroup>
  )
})

interface OptionLineProps {
  label: string
  isOn: boolean
  tally: Tally
  /** Formats the prices of all options alike. */
  write: (amount: number) => string
  onToggle: () => void
}

/** One option, with the count and lowest price it has under all other filters. */
export function OptionLine({ label, isOn, tally, write, onToggle }: OptionLineProps) {
  const { kind } = useReader()
  const rich = useRichTexts('results')
  const { count, lowest, mark = 'none' } = tally
  return (
    <label className="check option">
      <input type="checkbox" checked={isOn} onChange={onToggle} />
      <span className="option-name">{label}</span>
      <span className="option-count dim">{rich('optionCount', { kind, count, more: spoken })}</span>
      <span className="option-price soft-xs">
        {lowest !== null && rich('optionPrice', { mark, price: write(lowest), more: spoken })}
      </span>
    </label>
  )
}

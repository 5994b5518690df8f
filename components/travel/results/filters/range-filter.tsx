'use client'

import { memo, useMemo } from 'react'
import type { FilterActions } from '#lib/travel/client/use-list-state.ts'
import type { Bounds } from '#lib/travel/model/results/bounds.ts'
import type { Range } from '#lib/travel/model/results/choice.ts'
import type { RangeWords } from '#lib/travel/model/results/filter-words.ts'
import { makeHistogram } from '#lib/travel/model/results/histogram.ts'
import { HistogramBars } from '../../../ui/histogram-bars.tsx'
import { RangeSlider } from '../../../ui/range-slider.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { FilterGroup, HeadButton } from './filter-group.tsx'

interface RangeFilterProps {
  words: RangeWords
  range: Range | null
  /** The values of the results that match all other filters. */
  values: readonly number[]
  actions: FilterActions
}

/** A slider under a histogram. A thumb at the end of the track means no limit. Absent if there is nothing to choose. */
export const RangeFilter = memo(function RangeFilter({ words, ...props }: RangeFilterProps) {
  const { bounds } = words
  return bounds && <Track {...props} words={words} bounds={bounds} />
})

function Track({ words, range, values, actions, bounds }: RangeFilterProps & { bounds: Bounds }) {
  const { name, title, bars, barHeight, ends, isUpper = false, write } = words
  const { min, max, step } = bounds
  const t = useTexts('results')
  const histogram = useMemo(() => makeHistogram(values, min, max, bars), [values, min, max, bars])
  // A URL may hold any number, so the thumbs are clamped to the track.
  const from = clamp(range?.from ?? min, bounds)
  const to = Math.max(from, clamp(range?.to ?? max, bounds))

  function change(nextFrom: number, nextTo: number) {
    const next = { from: nextFrom <= min ? null : nextFrom, to: nextTo >= max ? null : nextTo }
    actions.setFilters({ [name]: next.from === null && next.to === null ? null : next })
  }

  return (
    <FilterGroup
      title={title}
      aside={
        range && (
          <HeadButton label={t('clearOne', { title })} onClick={() => actions.clear(name)}>
            {t('clear')}
          </HeadButton>
        )
      }
    >
      <HistogramBars histogram={histogram} height={barHeight} from={from} to={to} />
      <RangeSlider
        label={title}
        min={min}
        max={max}
        step={step}
        {...(!isUpper && { from })}
        to={to}
        ends={ends}
        write={write}
        onChange={change}
      />
      <div className="slider-ends" aria-hidden="true">
        <span>{write(from)}</span>
        <span>{write(to)}</span>
      </div>
    </FilterGroup>
  )
}

function clamp(value: number, { min, max }: Bounds): number {
  return Math.min(max, Math.max(min, value))
}

'use client'

import { useMemo } from 'react'
import type { FilterActions } from '#lib/travel/client/use-list-state.ts'
import { fullPriceWriter, wholePriceWriter } from '#lib/travel/model/money.ts'
import type { Bounds } from '#lib/travel/model/results/bounds.ts'
import type { Range } from '#lib/travel/model/results/choice.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { RangeFilter } from './range-filter.tsx'

interface PriceFilterProps {
  filters: { price: Range | null }
  facets: () => { ranges: { price: readonly number[] } }
  facts: { price: Bounds | undefined }
  context: { locale: string; currency: string }
  bars: number
  barHeight: number
  actions: FilterActions
}

/** The total price filter with a histogram; absent if all prices are equal. */
export function PriceFilter({ filters, facets, facts, context, bars, barHeight, actions }: PriceFilterProps) {
  const { locale, currency } = context
  const t = useTexts('results')
  const ends = useMemo(() => ({ from: t('lowest'), to: t('highest') }), [t])
  // The track has whole amounts unless all prices are nearly the same.
  const isWhole = Number.isInteger(facts.price?.step)
  const write = useMemo(
    () => (isWhole ? wholePriceWriter : fullPriceWriter)(currency, locale),
    [isWhole, currency, locale],
  )
  if (!facts.price) return null
  return (
    <RangeFilter
      name="price"
      title={t('totalPrice')}
      range={filters.price}
      bounds={facts.price}
      values={facets().ranges.price}
      bars={bars}
      barHeight={barHeight}
      ends={ends}
      write={write}
      actions={actions}
    />
  )
}

'use client'

import { useCallback, useMemo } from 'react'
import type { ListFacts } from '#lib/client/flights/use-flight-list.ts'
import type { FlightActions } from '#lib/client/flights/use-flight-list-state.ts'
import {
  clockText,
  type FilterContext,
  groupTitles,
  optionLabels,
  timeTitle,
} from '#lib/travel/flights/filter-words.ts'
import { type ChoiceName, type FlightFilters, timeNames } from '#lib/travel/flights/filters.ts'
import type { Facets } from '#lib/travel/flights/narrow.ts'
import { formatDuration } from '#lib/travel/format.ts'
import { formatPrice } from '#lib/travel/money.ts'
import { dayBounds } from '#lib/travel/results/bounds.ts'
import { ChoiceFilter } from '../filters/choice-filter.tsx'
import { FilterGroup } from '../filters/filter-group.tsx'
import { OptionLine } from '../filters/option-line.tsx'
import { RangeFilter } from '../filters/range-filter.tsx'

export interface FilterPanelProps {
  filters: FlightFilters
  facets: Facets
  facts: ListFacts
  context: FilterContext
  actions: FlightActions
}

/** Every filter of the list, in the rail or in the sheet. A group that has nothing to choose from is not there. */
export function FilterPanel({ filters, facets, facts, context, actions }: FilterPanelProps) {
  const { locale, currency } = context
  const { choices, ranges, flags } = facets
  const writePrice = useCallback((amount: number) => formatPrice(amount, currency, locale), [currency, locale])
  const writeClock = useCallback((minutes: number) => clockText(minutes, locale), [locale])
  const labels = useMemo(() => optionLabels(context), [context])
  const choice = (name: ChoiceName) => ({
    name,
    title: groupTitles[name],
    choice: filters[name],
    labelOf: labels[name],
    currency,
    actions,
  })
  return (
    <>
      <ChoiceFilter {...choice('stops')} options={byValue(choices.stops)} />
      {facts.price && (
        <RangeFilter
          name="price"
          title="Total price"
          range={filters.price}
          bounds={facts.price}
          values={ranges.price}
          bars={19}
          barHeight={44}
          ends={priceEnds}
          write={writePrice}
          actions={actions}
        />
      )}
      {timeNames.slice(0, facts.directions * 2).map((name) => (
        <RangeFilter
          key={name}
          name={name}
          title={timeTitle(name, context)}
          range={filters[name]}
          bounds={dayBounds}
          values={ranges[name]}
          bars={24}
          barHeight={22}
          ends={timeEnds}
          write={writeClock}
          actions={actions}
        />
      ))}
      {facts.minutes && (
        <RangeFilter
          name="minutes"
          title="Time per direction"
          range={filters.minutes}
          bounds={facts.minutes}
          values={ranges.minutes}
          bars={24}
          barHeight={22}
          ends={minuteEnds}
          isUpper
          write={formatDuration}
          actions={actions}
        />
      )}
      <ChoiceFilter {...choice('airlines')} options={choices.airlines} withNone />
      {choices.alliances.length > 1 && <ChoiceFilter {...choice('alliances')} options={choices.alliances} />}
      {choices.via.length > 0 && <ChoiceFilter {...choice('via')} options={choices.via} withNone />}
      {choices.nights.length > 0 && <ChoiceFilter {...choice('nights')} options={byValue(choices.nights)} />}
      <FilterGroup title="Bags">
        <OptionLine
          label="Checked bag included"
          isOn={filters.checkedBag}
          tally={flags.checkedBag}
          currency={currency}
          onToggle={() => actions.setFilters({ checkedBag: !filters.checkedBag })}
        />
        <OptionLine
          label="Cabin bag included"
          isOn={filters.cabinBag}
          tally={flags.cabinBag}
          currency={currency}
          onToggle={() => actions.setFilters({ cabinBag: !filters.cabinBag })}
        />
      </FilterGroup>
    </>
  )
}

const priceEnds = { from: 'lowest', to: 'highest' }
const timeEnds = { from: 'earliest', to: 'latest' }
const minuteEnds = { from: 'shortest', to: 'longest' }

/** Few options keep one order, whatever they count. */
function byValue<Option extends { value: string }>(options: readonly Option[]): Option[] {
  return options.toSorted((a, b) => (a.value < b.value ? -1 : 1))
}

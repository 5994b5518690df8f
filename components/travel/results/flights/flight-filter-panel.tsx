'use client'

import { useCallback, useMemo } from 'react'
import type { FlightFacts } from '#lib/travel/client/flights/use-flight-list.ts'
import type { FlightActions } from '#lib/travel/client/flights/use-flight-list-state.ts'
import { dayBounds } from '#lib/travel/model/flights/bounds.ts'
import {
  clockText,
  type FlightFilterContext,
  flightFilterTitles,
  flightOptionLabels,
  timeTitle,
} from '#lib/travel/model/flights/filter-words.ts'
import { type FlightChoiceName, type FlightFilters, timeNames } from '#lib/travel/model/flights/filters.ts'
import type { FlightFacets } from '#lib/travel/model/flights/narrow.ts'
import { priceWriter } from '#lib/travel/model/money.ts'
import { ChoiceFilter } from '../filters/choice-filter.tsx'
import { FilterGroup } from '../filters/filter-group.tsx'
import { OptionLine } from '../filters/option-line.tsx'
import { PriceFilter } from '../filters/price-filter.tsx'
import { RangeFilter } from '../filters/range-filter.tsx'

export interface FlightPanelProps {
  filters: FlightFilters
  facets: () => FlightFacets
  facts: FlightFacts
  context: FlightFilterContext
  actions: FlightActions
}

/** All filters, in the rail or the sheet. A group without a choice is omitted. */
export function FlightFilterPanel({ filters, facets, facts, context, actions }: FlightPanelProps) {
  const { locale, currency, words } = context
  const { t, duration } = words
  const timeEnds = useMemo(() => ({ from: t('earliest'), to: t('latest') }), [t])
  const minuteEnds = useMemo(() => ({ from: t('shortest'), to: t('longest') }), [t])
  const { choices, ranges, flags } = facets()
  const writeClock = useCallback((minutes: number) => clockText(minutes, words), [words])
  const labels = useMemo(() => flightOptionLabels(context), [context])
  const { lowestPrice } = facts.reference
  const write = useMemo(() => priceWriter([lowestPrice], currency, locale), [lowestPrice, currency, locale])
  const choice = (name: FlightChoiceName) => ({
    name,
    title: t(flightFilterTitles[name]),
    choice: filters[name],
    labelOf: labels[name],
    write,
    actions,
  })
  return (
    <div className="filters">
      <ChoiceFilter {...choice('stops')} options={byValue(choices.stops)} />
      <PriceFilter
        filters={filters}
        facets={facets}
        facts={facts}
        context={context}
        bars={19}
        barHeight={44}
        actions={actions}
      />
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
          title={t('timePerDirection')}
          range={filters.minutes}
          bounds={facts.minutes}
          values={ranges.minutes}
          bars={24}
          barHeight={22}
          ends={minuteEnds}
          isUpper
          write={duration}
          actions={actions}
        />
      )}
      <ChoiceFilter {...choice('airlines')} options={choices.airlines} withNone />
      {choices.alliances.length > 1 && <ChoiceFilter {...choice('alliances')} options={choices.alliances} />}
      {choices.via.length > 0 && <ChoiceFilter {...choice('via')} options={choices.via} withNone />}
      {choices.nights.length > 0 && <ChoiceFilter {...choice('nights')} options={byValue(choices.nights)} />}
      <FilterGroup title={t('bags')}>
        <OptionLine
          label={t('checkedBagIncluded')}
          isOn={filters.checkedBag}
          tally={flags.checkedBag}
          write={write}
          onToggle={() => actions.setFilters({ checkedBag: !filters.checkedBag })}
        />
        <OptionLine
          label={t('cabinBagIncluded')}
          isOn={filters.cabinBag}
          tally={flags.cabinBag}
          write={write}
          onToggle={() => actions.setFilters({ cabinBag: !filters.cabinBag })}
        />
      </FilterGroup>
    </div>
  )
}

/** Gives a short list of options a fixed order, whatever their counts. */
function byValue<Option extends { value: string }>(options: readonly Option[]): Option[] {
  return options.toSorted((a, b) => (a.value < b.value ? -1 : 1))
}

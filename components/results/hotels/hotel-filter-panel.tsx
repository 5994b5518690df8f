'use client'

import { useCallback, useMemo } from 'react'
import type { HotelFacts } from '#lib/client/hotels/use-hotel-list.ts'
import type { HotelActions } from '#lib/client/hotels/use-hotel-list-state.ts'
import { formatDistance } from '#lib/travel/distance.ts'
import { type HotelFilterContext, hotelFilterTitles, hotelOptionLabels } from '#lib/travel/hotels/filter-words.ts'
import { type HotelChoiceName, type HotelFacets, type HotelFilters, UNKNOWN } from '#lib/travel/hotels/filters.ts'
import { ChoiceFilter } from '../filters/choice-filter.tsx'
import { FilterGroup } from '../filters/filter-group.tsx'
import { OptionLine } from '../filters/option-line.tsx'
import { PriceFilter } from '../filters/price-filter.tsx'
import { RangeFilter } from '../filters/range-filter.tsx'

export interface HotelPanelProps {
  filters: HotelFilters
  facets: HotelFacets
  facts: HotelFacts
  context: HotelFilterContext
  actions: HotelActions
}

/** Every filter of the list. A group that has nothing to choose from is not there. */
export function HotelFilterPanel(props: HotelPanelProps) {
  const { filters, facets, facts, context, actions } = props
  const { locale, currency, chainNames } = context
  const { choices, ranges, flags } = facets
  const writeDistance = useCallback((km: number) => formatDistance(km, locale), [locale])
  const labels = useMemo(() => hotelOptionLabels(chainNames), [chainNames])
  const choice = (name: HotelChoiceName) => ({
    name,
    title: hotelFilterTitles[name],
    choice: filters[name],
    labelOf: labels[name],
    currency,
    actions,
  })
  return (
    <>
      <HotelPriceFilter {...props} />
      <ChoiceFilter {...choice('stars')} options={byStars(choices.stars)} />
      <ChoiceFilter {...choice('boards')} options={choices.boards} withNone />
      <FilterGroup title="Cancellation">
        <OptionLine
          label="Free cancellation"
          isOn={filters.freeCancellation}
          tally={flags.freeCancellation}
          currency={currency}
          onToggle={() => actions.setFilters({ freeCancellation: !filters.freeCancellation })}
        />
      </FilterGroup>
      {facts.distance && (
        <RangeFilter
          name="distance"
          title="Distance from the centre"
          range={filters.distance}
          bounds={facts.distance}
          values={ranges.distance}
          bars={24}
          barHeight={22}
          ends={distanceEnds}
          isUpper
          write={writeDistance}
          actions={actions}
        />
      )}
      <ChoiceFilter {...choice('chains')} options={choices.chains} withNone />
    </>
  )
}

/** Most stars first; hotels without any come last. */
function byStars<Option extends { value: string }>(options: readonly Option[]): Option[] {
  const rank = ({ value }: Option) => (value === UNKNOWN ? 0 : Number(value))
  return options.toSorted((a, b) => rank(b) - rank(a))
}

/** The total price, in the panel and above the list. */
export function HotelPriceFilter(props: HotelPanelProps) {
  return <PriceFilter {...props} bars={26} barHeight={34} />
}

const distanceEnds = { from: 'nearest', to: 'farthest' }

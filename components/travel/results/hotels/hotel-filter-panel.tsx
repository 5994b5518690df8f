'use client'

import { useCallback, useMemo } from 'react'
import { formatDistance } from '#lib/travel/model/distance.ts'
import { centreText } from '#lib/travel/model/hotels/centre-words.ts'
import { hotelFilterTitles, hotelOptionLabels } from '#lib/travel/model/hotels/filter-words.ts'
import { type HotelChoiceName, UNKNOWN } from '#lib/travel/model/hotels/filters.ts'
import { listWriter } from '#lib/travel/model/money.ts'
import { ChoiceFilter } from '../filters/choice-filter.tsx'
import { FilterGroup } from '../filters/filter-group.tsx'
import { OptionLine } from '../filters/option-line.tsx'
import { RangeFilter } from '../filters/range-filter.tsx'
import { useReader } from '../reader.tsx'
import { type HotelPanelProps, HotelPriceFilter } from './hotel-price-filter.tsx'

/** All filters of the list. A group without a choice is omitted. */
export function HotelFilterPanel(props: HotelPanelProps) {
  const { filters, facets, facts, context, actions } = props
  const { locale, currency, t } = context
  const distanceEnds = useMemo(() => ({ from: t('nearest'), to: t('farthest') }), [t])
  const { names } = useReader()
  const { choices, ranges, flags } = facets()
  const writeDistance = useCallback((km: number) => formatDistance(km, locale), [locale])
  const labels = useMemo(() => hotelOptionLabels(context), [context])
  const { whole } = facts
  const write = useMemo(() => listWriter(whole, locale)(currency), [whole, currency, locale])
  const choice = (name: HotelChoiceName) => ({
    name,
    title: t(hotelFilterTitles[name]),
    choice: filters[name],
    labelOf: labels[name],
    write,
    actions,
  })
  return (
    <div className="filters">
      <HotelPriceFilter {...props} />
      <ChoiceFilter {...choice('stars')} options={byStars(choices.stars)} />
      <ChoiceFilter {...choice('boards')} options={choices.boards} withNone />
      <FilterGroup title={t('cancellationTitle')}>
        <OptionLine
          label={t('freeCancellation')}
          isOn={filters.freeCancellation}
          tally={flags.freeCancellation}
          write={write}
          onToggle={() => actions.setFilters({ freeCancellation: !filters.freeCancellation })}
        />
      </FilterGroup>
      {facts.distance && (
        <RangeFilter
          name="distance"
          title={t('distanceFrom', { place: centreText(names, t) })}
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
    </div>
  )
}

/** Sorts options by stars, most first. Hotels without stars come last. */
function byStars<Option extends { value: string }>(options: readonly Option[]): Option[] {
  const rank = ({ value }: Option) => (value === UNKNOWN ? 0 : Number(value))
  return options.toSorted((a, b) => rank(b) - rank(a))
}

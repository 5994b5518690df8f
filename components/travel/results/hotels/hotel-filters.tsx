'use client'

import { useMemo } from 'react'
import type { HotelActions, HotelList } from '#lib/travel/client/hotels/use-hotel-list.ts'
import { hotelFilterWords } from '#lib/travel/model/hotels/filter-words.ts'
import type { HotelFilters } from '#lib/travel/model/hotels/filters.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { FilterPanel } from '../filters/filter-panel.tsx'
import { useReader } from '../reader.tsx'

export interface HotelFiltersProps {
  list: HotelList
  /** The currency of the list. */
  currency: string
  actions: HotelActions
}

export interface HotelPanelProps extends HotelFiltersProps {
  /** The chosen filters, which the list follows. */
  filters: HotelFilters
}

/** The filters of the list in words. */
export function useFilterWords({ facts }: HotelList, currency: string) {
  const locale = useLocale()
  const [t, results] = [useTexts('hotels'), useTexts('results')]
  const { names } = useReader()
  return useMemo(
    () => hotelFilterWords({ locale, currency, t, results, placeNames: names, facts }),
    [locale, currency, t, results, names, facts],
  )
}

export function HotelFilterPanel({ currency, ...props }: HotelPanelProps) {
  const t = useTexts('hotels')
  const { filters, actions } = props
  return (
    <>
      <TextField
        type="search"
        label={t('hotelName')}
        value={filters.name?.values[0] ?? ''}
        maxLength={80}
        autoComplete="off"
        onChange={({ target }) =>
          actions.setFilters({ name: target.value ? { kind: 'only', values: [target.value] } : null })
        }
      />
      <FilterPanel {...props} words={useFilterWords(props.list, currency)} />
    </>
  )
}

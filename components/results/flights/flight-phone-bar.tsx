'use client'

import { useRef } from 'react'
import type { DayPrices } from '#lib/client/flights/use-day-prices.ts'
import { countFilters } from '#lib/client/use-list-state.ts'
import { FilterSheet } from '../filters/filter-sheet.tsx'
import { PhoneBar } from '../phone-bar.tsx'
import { DaySheet } from './days/day-sheet.tsx'
import type { FlightPanelProps } from './flight-filter-panel.tsx'
import { FlightFilterPanel } from './flight-parts.ts'

interface FlightPhoneBarProps {
  panel: FlightPanelProps
  /** The number of flights that match the filters. */
  shown: number
  /** Null: the search has no other days. */
  days: DayPrices | null
}

/** The phone's bar with the filters and dates of a flight list. */
export function FlightPhoneBar({ panel, shown, days }: FlightPhoneBarProps) {
  const filters = useRef<HTMLDialogElement>(null)
  const dates = useRef<HTMLDialogElement>(null)
  const count = countFilters(panel.filters)
  return (
    <>
      <PhoneBar
        count={count}
        onFilters={() => filters.current?.showModal()}
        {...(days && { other: { icon: 'calendar', text: 'Dates', onOpen: () => dates.current?.showModal() } })}
      />
      <FilterSheet ref={filters} shown={shown} count={count} onClearAll={panel.actions.clearAll}>
        <FlightFilterPanel {...panel} />
      </FilterSheet>
      {days && <DaySheet ref={dates} days={days} />}
    </>
  )
}

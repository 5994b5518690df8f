'use client'

import { type ReactNode, useRef } from 'react'
import { useTexts } from '../../../ui/texts.tsx'
import { FilterSheet } from '../filters/filter-sheet.tsx'
import { PhoneBar } from '../phone-bar.tsx'

interface FlightPhoneBarProps {
  /** The number of active filters. */
  count: number
  /** The number of flights that match the filters. */
  shown: number
  onClearAll: () => void
  /** Opens the prices of other dates. */
  onDates: () => void
  /** The filters. */
  children: ReactNode
}

/** The phone's bar with the filters and dates of a flight list. */
export function FlightPhoneBar({ count, shown, onClearAll, onDates, children }: FlightPhoneBarProps) {
  const t = useTexts('flights')
  const filters = useRef<HTMLDialogElement>(null)
  return (
    <>
      <PhoneBar
        count={count}
        onFilters={() => filters.current?.showModal()}
        other={{ icon: 'calendar', text: t('dates'), onOpen: onDates }}
      />
      <FilterSheet ref={filters} shown={shown} count={count} onClearAll={onClearAll}>
        {children}
      </FilterSheet>
    </>
  )
}

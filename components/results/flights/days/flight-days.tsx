'use client'

import { formatDate } from '#lib/travel/format.ts'
import type { FlightSlice } from '#runner/contract/capabilities/slice-text.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../../reader.tsx'

interface FlightDaysProps {
  /** The flights of a multi-city trip. */
  slices: readonly FlightSlice[]
  /** Invisible while nothing is known, so that it reserves its space. */
  isHidden: boolean
  /** Opens the prices of other days for the flight at an index. */
  onOpen: (at: number) => void
}

/** The days of a multi-city trip: each opens the prices of its flight on other days. */
export function FlightDays({ slices, isHidden, onOpen }: FlightDaysProps) {
  const { locale } = useReader()
  const t = useTexts('flights')
  const flights = slices.map(({ date }, at) => ({ at, date: formatDate(date, locale) }))
  return (
    <nav className={classes('days days-trip no-print', isHidden && 'is-unseen')} aria-label={t('pricesOfOtherDays')}>
      {flights.map(({ at, date }) => (
        <button key={at} type="button" className="day" aria-haspopup="dialog" onClick={() => onOpen(at)}>
          <span className="day-date">{t('flightNumber', { number: at + 1 })}</span>
          <span className="day-price">{date}</span>
          <Icon name="down" small />
        </button>
      ))}
    </nav>
  )
}

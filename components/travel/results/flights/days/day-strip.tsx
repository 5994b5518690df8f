'use client'

import { useSearchParams } from 'next/navigation'
import { createContext, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { revealFocused } from '#lib/platform/client/reveal-focused.ts'
import { type DayPrices, type DayPricesOptions, useDayPrices } from '#lib/travel/client/flights/use-day-prices.ts'
import { dayPriceWriter } from '#lib/travel/model/flights/strip-days.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { useLocale, useTexts } from '../../../../ui/texts.tsx'
import { DayCell } from './day-cell.tsx'

interface DayStripProps {
  days: DayPrices
  /** Whether the list has filters, which the prices of the days leave out. */
  isFiltered: boolean
  /** Opens the prices of more dates. */
  onMore: () => void
}

/** Whether the latest strip had the focus when it left the page. */
let hadFocus = false

/**
 * Seven days with each day's lowest price for the same length of stay. Its buttons stay focusable at their limit, so that
 * the focus is never lost. They stay in view where only some of the days fit. After a choice of another day, the strip of
 * the new search takes over the focus.
 */
export function DayStrip({ days: { days, currency, check, move }, isFiltered, onMore }: DayStripProps) {
  const week = useRef<HTMLDivElement>(null)
  const listed = useSearchParams()
  const locale = useLocale()
  const [t, dates] = [useTexts('flights'), useTexts('dates')]
  const write = dayPriceWriter(days, currency, locale)
  const [isFirst, isLast] = [days[0]?.isOut, days.at(-1)?.isOut]

  // Where only some of the days fit, centre the searched day.
  useEffect(() => {
    const cell = week.current?.querySelector<HTMLElement>('[aria-current]')
    if (cell && week.current) {
      week.current.scrollLeft = cell.offsetLeft - (week.current.clientWidth - cell.clientWidth) / 2
    }
  }, [])

  useLayoutEffect(() => {
    const box = week.current
    return () => {
      hadFocus = box?.contains(document.activeElement) === true
    }
  }, [])
  useEffect(() => {
    if (!hadFocus) return
    hadFocus = false
    if (document.activeElement !== document.body) return
    week.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true })
  }, [])

  return (
    <nav
      className="days no-print"
      aria-label={t('pricesOfOtherDays')}
      aria-describedby={isFiltered ? 'days-note' : undefined}
      onFocus={revealFocused}
    >
      {isFiltered && (
        <p id="days-note" className="days-note">
          {dates('withoutFilters')}
        </p>
      )}
      <button
        type="button"
        className="days-move middle"
        aria-label={t('weekEarlier')}
        aria-disabled={isFirst}
        onClick={() => !isFirst && move(-1)}
      >
        <Icon name="left" small />
      </button>
      <div ref={week} className="days-week">
        {days.map((day) => (
          <DayCell key={day.date} day={day} write={write} listed={listed.toString()} onCheck={check} />
        ))}
      </div>
      <button
        type="button"
        className="days-move middle"
        aria-label={t('weekLater')}
        aria-disabled={isLast}
        onClick={() => !isLast && move(1)}
      >
        <Icon name="right" small />
      </button>
      <button type="button" className="days-more row" aria-haspopup="dialog" onClick={onMore}>
        <Icon name="grid" small />
        {t('moreDates')}
      </button>
    </nav>
  )
}

const DayPricesContext = createContext<DayPrices | null>(null)

/**
 * Holds the prices of other days, which arrive one by one after the list. Each renders what shows it with
 * `WithDayPrices`, and nothing else of the page.
 */
export function DayPricesProvider({ children, ...options }: DayPricesOptions & { children: ReactNode }) {
  return <DayPricesContext value={useDayPrices(options)}>{children}</DayPricesContext>
}

export function WithDayPrices({ draw }: { draw: (days: DayPrices) => ReactNode }) {
  return <DayPricesContext.Consumer>{(days) => days && draw(days)}</DayPricesContext.Consumer>
}

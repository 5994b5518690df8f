'use client'

import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { createContext, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { revealFocused } from '#lib/platform/client/reveal-focused.ts'
import { flightList } from '#lib/travel/client/flights/flight-list-query.ts'
import { type DayPrices, type DayPricesOptions, useDayPrices } from '#lib/travel/client/flights/use-day-prices.ts'
import { withListed } from '#lib/travel/client/list-query.ts'
import type { DateCell } from '#lib/travel/model/flights/date-price.ts'
import { dayPriceWriter, type StripDay } from '#lib/travel/model/flights/strip-days.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { classes } from '../../../../ui/classes.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { useLocale, useTexts } from '../../../../ui/texts.tsx'

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

interface DayCellProps {
  day: StripDay
  /** Formats the prices of all days alike. */
  write: (amount: number) => string
  /** The current query string: the link keeps its sort order and filters. */
  listed: string
  onCheck: (date: string) => void
}

function textOf(price: DateCell) {
  if (price.state === 'none') return 'noFlights'
  if (price.state === 'failed' && price.reason === 'bags') return 'noBagPrice'
  return price.state === 'failed' && price.reason === 'tickets' ? 'separateTickets' : 'noAnswer'
}

/**
 * One day: a link to its search, or a button that checks an unknown price. The link that replaces a pressed button takes
 * its focus. A failed check leaves the link, whose page gives the reason. A day that cannot be searched has neither.
 */
export function DayCell({ day, write, listed, onCheck }: DayCellProps) {
  const { date, query, isSelected, isOut, price, isLowest, share } = day
  const locale = useLocale()
  const [t, dates] = [useTexts('flights'), useTexts('dates')]
  const isPressed = useRef(false)
  const press = () => {
    isPressed.current = true
    onCheck(date)
  }
  const takeFocus = (link: HTMLAnchorElement | null) => {
    if (!link || !isPressed.current) return
    isPressed.current = false
    if (document.activeElement === document.body) link.focus()
  }
  const name = <span className="day-date">{formatDate(date, locale)}</span>
  if (isOut) {
    return (
      <span className="day column is-out">
        {name}
        <span className="day-price">
          –<span className="sr-only"> {t('cannotBeSearched')}</span>
        </span>
      </span>
    )
  }
  if (price.state === 'unknown' && !isSelected) {
    return (
      <button type="button" className="day column" onClick={press}>
        {name}
        <span className="day-price">{t('checkPrice')}</span>
      </button>
    )
  }
  return (
    <Link
      ref={takeFocus}
      className={classes('day column', isLowest && 'is-lowest')}
      href={`/search/flights?${withListed(query, listed, flightList.names)}`}
      aria-current={isSelected ? 'date' : undefined}
      prefetch={false}
    >
      {name}
      <span className="day-price">
        {price.state === 'priced' ? (
          write(price.price.amount)
        ) : price.state === 'asking' ? (
          <>
            <span aria-hidden="true">…</span>
            <span className="sr-only">{t('priceBeingChecked')}</span>
          </>
        ) : (
          t(textOf(price))
        )}
        {isLowest && <span className="sr-only">, {dates('lowest')}</span>}
      </span>
      {share > 0 && <i style={{ height: `${(share * 1.2).toFixed(2)}rem` }} aria-hidden="true" />}
    </Link>
  )
}

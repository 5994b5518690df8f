'use client'

import { type CalendarDate, parseDate } from '@internationalized/date'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
} from 'react-aria-components/Calendar'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { RangeCalendar, RangeCalendarStateContext } from 'react-aria-components/RangeCalendar'
import { firstWeekday } from '#lib/platform/client/first-weekday.ts'
import { useKnownPrices } from '#lib/travel/client/flights/use-known-prices.ts'
import { todayFor } from '#lib/travel/model/calendar-bounds.ts'
import { moveMonth } from '#lib/travel/model/flights/date-grid.ts'
import { bagQuery } from '#lib/travel/model/flights/date-text.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { priceWriter } from '#lib/travel/model/money.ts'
import { daysBetween } from '#lib/travel/model/offset-time.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { maxDaysAhead } from '#runner/contract/capabilities/search-defaults.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import { useTravelProfile } from '../profile/profile-provider.tsx'

/** The labels of the two dates. */
export interface DateWords {
  from: string
  /** With the number of nights; 0 if it is not known. */
  to: (nights: number) => string
  /** The calendar's label. */
  range: string
  /** The prompts before the first and the second choice. */
  choose: string
  chooseEnd: string
}

interface CalendarPanelProps {
  words: DateWords
  isRound: boolean
  date: string
  returnDate: string
  /** The first day to offer; absent: today for the user, or `date` if it is still today somewhere. */
  earliest?: string | undefined
  /** The pressed field; "return" keeps the departure and picks only the return date. */
  pick: 'date' | 'return'
  /** The search whose known prices the days show. Absent: the days have no prices. */
  priced?: FlightSearch | undefined
  onChange: (date: string, returnDate: string) => void
  onDone: () => void
}

/** One or two months. Dates before `earliest` or more than `maxDaysAhead` days ahead cannot be chosen. */
export function CalendarPanel(props: CalendarPanelProps) {
  const { words, isRound, date, returnDate, earliest = '', pick, priced, onChange, onDone } = props
  const t = useTexts('search')
  const locale = useLocale()
  const months = useMonthsThatFit()
  const [first] = useState(() => parseDate(todayFor(date, new Date())))
  const bounds = { minValue: readDate(earliest, first) ?? first, maxValue: first.add({ days: maxDaysAhead }) }
  const start = readDate(date, first)
  const end = readDate(returnDate, first)
  const shared = {
    ...bounds,
    className: priced ? 'cal has-prices' : 'cal',
    visibleDuration: { months },
    firstDayOfWeek: weekdays[firstWeekday() - 1] ?? 'mon',
    autoFocus: true,
  }
  const days = (
    <div className="cal-months">
      <MonthGrid month={0} />
      {months === 2 && <MonthGrid month={1} />}
    </div>
  )

  const grids = priced ? (
    <Priced search={priced} months={months} today={first.toString()}>
      {days}
    </Priced>
  ) : (
    days
  )

  return (
    <I18nProvider locale={locale.startsWith('en') ? 'en-GB' : locale}>
      {isRound ? (
        <RangeCalendar
          {...shared}
          aria-label={words.range}
          // Closing after only the first of two choices keeps the previous dates.
          commitBehavior="reset"
          defaultValue={start && end && end.compare(start) >= 0 ? { start, end } : null}
          {...(pick === 'return' && end ? { defaultFocusedValue: end } : start && { defaultFocusedValue: start })}
          onChange={(range) => {
            onChange(range.start.toString(), range.end.toString())
            onDone()
          }}
        >
          {pick === 'return' && start && <KeepStart start={start} />}
          <PanelFrame hint={<RangeHint words={words} />}>{grids}</PanelFrame>
        </RangeCalendar>
      ) : (
        <Calendar
          {...shared}
          aria-label={t('departureDate')}
          defaultValue={start ?? null}
          onChange={(day) => {
            onChange(day.toString(), returnDate)
            onDone()
          }}
        >
          <PanelFrame hint={t('chooseDeparture')}>{grids}</PanelFrame>
        </Calendar>
      )}
    </I18nProvider>
  )
}

/** Anchors the range at the departure, so that the next choice is the return. */
function KeepStart({ start }: { start: CalendarDate }) {
  const state = useContext(RangeCalendarStateContext)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the calendar opens.
  useEffect(() => state?.setAnchorDate(start), [])
  return null
}

/** The prompt for the next choice, spoken when it changes. */
function RangeHint({ words }: { words: DateWords }) {
  const state = useContext(RangeCalendarStateContext)
  return <span aria-live="polite">{state?.anchorDate ? words.chooseEnd : words.choose}</span>
}

/** Writes the known price of a day; null without prices. */
const PriceContext = createContext<((date: string) => string | undefined) | null>(null)

interface PricedProps {
  search: FlightSearch
  months: 1 | 2
  today: string
  children: ReactNode
}

/** The months with the known prices of their days, and the lowest of them in words. */
function Priced({ search, months, today, children }: PricedProps) {
  const range = useContext(RangeCalendarStateContext)
  const single = useContext(CalendarStateContext)
  const locale = useLocale()
  const [t, travel] = [useTexts('search'), useTexts('travel')]
  const visible = (range ?? single)?.visibleRange.start.toString().slice(0, 7) ?? today.slice(0, 7)
  const shown = months === 2 ? [visible, moveMonth(visible, 1)] : [visible]
  const { profile } = useTravelProfile()
  const known = useKnownPrices(search, shown, today, bagQuery(profile))
  const prices = [...known].filter(([date]) => shown.includes(date.slice(0, 7)))
  const [lowest] = prices.toSorted(([, a], [, b]) => a - b)
  const write = priceWriter([...known.values()], search.currency, locale)
  const { date, return_date } = search
  const nights = return_date ? travel('nights', { count: daysBetween(date, return_date) }) : travel('one')
  return (
    <PriceContext
      value={(day) => {
        const amount = known.get(day)
        return amount === undefined ? undefined : write(amount)
      }}
    >
      {children}
      {lowest && (
        <p className="cal-hint dim">
          {t('lowestKnown', { nights, price: write(lowest[1]), date: formatDate(lowest[0], locale) })}
        </p>
      )}
    </PriceContext>
  )
}

function DayWithPrice({ date, children }: { date: string; children: ReactNode }) {
  const priceOf = useContext(PriceContext)
  return (
    <>
      {children}
      {priceOf && <small aria-hidden="true">{priceOf(date) ?? '·'}</small>}
    </>
  )
}

function PanelFrame({ hint, children }: { hint: ReactNode; children: ReactNode }) {
  return (
    <>
      <header className="cal-head row">
        <Button slot="previous" className="cal-nav">
          <Icon name="left" />
        </Button>
        <Heading className="cal-title" />
        <Button slot="next" className="cal-nav">
          <Icon name="right" />
        </Button>
      </header>
      {children}
      <p className="cal-hint dim">{hint}</p>
    </>
  )
}

function MonthGrid({ month }: { month: number }) {
  return (
    <CalendarGrid className="cal-grid" offset={{ months: month }} weekdayStyle="short">
      <CalendarGridHeader>
        {(day) => <CalendarHeaderCell className="cal-weekday">{day.slice(0, 2)}</CalendarHeaderCell>}
      </CalendarGridHeader>
      <CalendarGridBody>
        {(day) => (
          <CalendarCell className="cal-day" date={day}>
            {({ formattedDate }) => <DayWithPrice date={day.toString()}>{formattedDate}</DayWithPrice>}
          </CalendarCell>
        )}
      </CalendarGridBody>
    </CalendarGrid>
  )
}

function readDate(text: string, first: CalendarDate): CalendarDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const day = parseDate(text)
  return day.compare(first) >= 0 && day.compare(first.add({ days: maxDaysAhead })) <= 0 ? day : undefined
}

function useMonthsThatFit(): 1 | 2 {
  const [months] = useState<1 | 2>(() => (window.matchMedia('(min-width: 45em)').matches ? 2 : 1))
  return months
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

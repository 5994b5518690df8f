'use client'

import { type CalendarDate, parseDate } from '@internationalized/date'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { RangeCalendar, RangeCalendarStateContext } from 'react-aria-components/RangeCalendar'
import { firstWeekday } from '#lib/platform/client/first-weekday.ts'
import { todayFor } from '#lib/travel/model/calendar-bounds.ts'
import { maxDaysAhead } from '#runner/contract/capabilities/search-days.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLocale, useTexts } from '../../ui/texts.tsx'

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
  onChange: (date: string, returnDate: string) => void
  onDone: () => void
}

/** One or two months. Dates before `earliest` or more than `maxDaysAhead` days ahead cannot be chosen. */
export function CalendarPanel(props: CalendarPanelProps) {
  const { words, isRound, date, returnDate, earliest = '', pick, onChange, onDone } = props
  const t = useTexts('search')
  const locale = useLocale()
  const months = useMonthsThatFit()
  const [first] = useState(() => parseDate(todayFor(date, new Date())))
  const bounds = { minValue: readDate(earliest, first) ?? first, maxValue: first.add({ days: maxDaysAhead }) }
  const start = readDate(date, first)
  const end = readDate(returnDate, first)
  const shared = {
    ...bounds,
    className: 'cal',
    visibleDuration: { months },
    firstDayOfWeek: weekdays[firstWeekday() - 1] ?? 'mon',
    autoFocus: true,
  }
  const grids = (
    <>
      <MonthGrid month={0} />
      {months === 2 && <MonthGrid month={1} />}
    </>
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

function PanelFrame({ hint, children }: { hint: ReactNode; children: ReactNode }) {
  return (
    <>
      <header className="cal-head">
        <Button slot="previous" className="cal-nav">
          <Icon name="left" />
        </Button>
        <Heading className="cal-title" />
        <Button slot="next" className="cal-nav">
          <Icon name="right" />
        </Button>
      </header>
      <div className="cal-months">{children}</div>
      <p className="cal-hint">{hint}</p>
    </>
  )
}

function MonthGrid({ month }: { month: number }) {
  return (
    <CalendarGrid className="cal-grid" offset={{ months: month }} weekdayStyle="short">
      <CalendarGridHeader>
        {(day) => <CalendarHeaderCell className="cal-weekday">{day.slice(0, 2)}</CalendarHeaderCell>}
      </CalendarGridHeader>
      <CalendarGridBody>{(day) => <CalendarCell className="cal-day" date={day} />}</CalendarGridBody>
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

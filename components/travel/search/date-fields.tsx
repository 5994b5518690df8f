'use client'

import type { ReactNode, Ref } from 'react'
import type { Texts } from '#lib/platform/model/texts.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { daysBetween } from '#lib/travel/model/offset-time.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { maxDaysAhead } from '#runner/contract/capabilities/search-defaults.ts'
import { lazily } from '../../ui/lazily.tsx'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import type { DateWords } from './calendar-panel.tsx'
import { PopoverField } from './popover-field.tsx'

// The calendar is half of the form's script, so it loads when a date field is first hovered or focused.
const CalendarPanel = lazily(
  async () => (await import('./calendar-panel.tsx')).CalendarPanel,
  () => <div className="cal-loading" aria-busy="true" />,
)
const preload = () => void CalendarPanel.preload()

interface CalendarValue {
  words: DateWords
  isRound: boolean
  date: string
  returnDate: string
  /** The search whose known prices the days show. Absent: the days have no prices. */
  priced?: FlightSearch | undefined
  onChange: (date: string, returnDate: string) => void
}

interface DateFieldsProps extends CalendarValue {
  errors: { date?: string | undefined; return_date?: string | undefined }
  dateRef: Ref<HTMLButtonElement>
  returnRef: Ref<HTMLButtonElement>
  /** Called when the return field of a one-way search is pressed. */
  onWantReturn?: () => void
}

/** Departure and return fields, whose calendars choose both dates. */
export function DateFields({ errors, dateRef, returnRef, onWantReturn, ...calendar }: DateFieldsProps) {
  const { words, isRound, date, returnDate } = calendar
  const nights = isRound && date && returnDate && !errors.date ? daysBetween(date, returnDate) : 0
  return (
    <>
      <DateField {...calendar} pick="date" label={words.from} error={errors.date} buttonRef={dateRef} />
      <DateField
        {...calendar}
        pick="return"
        label={words.to(nights)}
        error={errors.return_date}
        buttonRef={returnRef}
        onPress={isRound ? undefined : onWantReturn}
      />
    </>
  )
}

interface DateFieldProps extends CalendarValue {
  /** The date that the field shows. */
  pick: 'date' | 'return'
  label: ReactNode
  /** The first day to offer, if it is not today. */
  earliest?: string
  error: string | undefined
  buttonRef: Ref<HTMLButtonElement>
  onPress?: (() => void) | undefined
}

/** One date with a calendar. */
export function DateField({ label, error, buttonRef, onPress, ...calendar }: DateFieldProps) {
  const { words, isRound, date, returnDate, pick } = calendar
  const t = useTexts('search')
  const locale = useLocale()
  const isOneWay = pick === 'return' && !isRound
  const shown = pick === 'date' ? date : isRound ? returnDate : ''
  return (
    <PopoverField
      label={label}
      value={shown ? dateText(shown, locale) : t(isOneWay ? 'oneWay' : 'addDate')}
      isEmpty={shown === ''}
      error={error}
      buttonRef={buttonRef}
      className="date"
      pop={{
        label: isRound ? words.range : t('departureDate'),
        className: isRound ? 'pop-calendar is-range' : 'pop-calendar',
      }}
      onPress={onPress}
      onNear={preload}
    >
      {(close) => <CalendarPanel {...calendar} onDone={close} />}
    </PopoverField>
  )
}

/** Shows the year unless the date is within the coming year: a rejected search may hold any date. */
function dateText(date: string, locale: string): string {
  const days = daysBetween(new Date().toISOString().slice(0, 10), date)
  return formatDate(date, locale, { year: days < -1 || days > maxDaysAhead + 1 })
}

export const flightDates = (t: Texts<'search'>): DateWords => ({
  from: t('depart'),
  to: (nights) => (nights > 0 ? t('returnNights', { nights }) : t('return')),
  range: t('travelDates'),
  choose: t('chooseDepartureReturn'),
  chooseEnd: t('chooseReturn'),
})

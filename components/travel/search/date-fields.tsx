'use client'

import { type ReactNode, type Ref, useId, useState } from 'react'
import type { Texts } from '#lib/platform/model/texts.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { daysBetween } from '#lib/travel/model/offset-time.ts'
import { maxDaysAhead } from '#runner/contract/capabilities/search-days.ts'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/field-error.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import { useOpener } from '../../ui/use-opener.ts'
import type { DateWords } from './calendar-panel.tsx'

// The calendar is half of the form's script, so it loads when a date field is first hovered or focused.
export const CalendarPanel = lazily(
  async () => (await import('./calendar-panel.tsx')).CalendarPanel,
  () => <div className="cal-loading" aria-busy="true" />,
)
const preload = () => void CalendarPanel.preload()

export const flightDates = (t: Texts<'search'>): DateWords => ({
  from: t('depart'),
  to: (nights) => (nights > 0 ? t('returnNights', { nights }) : t('return')),
  range: t('travelDates'),
  choose: t('chooseDepartureReturn'),
  chooseEnd: t('chooseReturn'),
})

export const stayDates = (t: Texts<'search'>): DateWords => ({
  from: t('checkIn'),
  to: (nights) => (nights > 0 ? t('checkOutNights', { nights }) : t('checkOut')),
  range: t('stayDates'),
  choose: t('chooseCheckInOut'),
  chooseEnd: t('chooseCheckOut'),
})

interface DateFieldsProps {
  words: DateWords
  isRound: boolean
  date: string
  returnDate: string
  errors: { date?: string | undefined; return_date?: string | undefined }
  dateRef: Ref<HTMLButtonElement>
  returnRef: Ref<HTMLButtonElement>
  onChange: (date: string, returnDate: string) => void
  /** Called when the return field of a one-way search is pressed. */
  onWantReturn?: () => void
}

/** Departure and return fields that share one calendar. */
export function DateFields(props: DateFieldsProps) {
  const { words, isRound, date, returnDate, errors, onChange, onWantReturn } = props
  const t = useTexts('search')
  const [open, setOpen] = useState<'date' | 'return' | null>(null)
  const outward = useOpener(props.dateRef)
  const back = useOpener(props.returnRef)
  const opener = open === 'return' ? back : outward
  const nights = isRound && date && returnDate && !errors.date ? daysBetween(date, returnDate) : 0

  function close() {
    setOpen(null)
    opener.current?.focus()
  }

  const panel = open && (
    <Popover
      label={isRound ? words.range : t('departureDate')}
      opener={opener}
      onClose={() => setOpen(null)}
      className={isRound ? 'pop-calendar is-range' : 'pop-calendar'}
    >
      <CalendarPanel
        words={words}
        isRound={isRound}
        date={date}
        returnDate={returnDate}
        pick={open}
        onChange={onChange}
        onDone={close}
      />
    </Popover>
  )

  return (
    <>
      <DateField
        label={words.from}
        value={date}
        error={errors.date}
        opener={outward}
        isOpen={open === 'date'}
        onPress={() => setOpen(open === 'date' ? null : 'date')}
      >
        {open === 'date' && panel}
      </DateField>
      <DateField
        label={words.to(nights)}
        value={isRound ? returnDate : ''}
        empty={isRound ? t('addDate') : t('oneWay')}
        error={errors.return_date}
        opener={back}
        isOpen={open === 'return'}
        onPress={() => {
          if (!isRound) onWantReturn?.()
          setOpen(open === 'return' ? null : 'return')
        }}
      >
        {open === 'return' && panel}
      </DateField>
    </>
  )
}

interface DateFieldProps {
  label: ReactNode
  value: string
  empty?: string
  error: string | undefined
  opener: Ref<HTMLButtonElement>
  isOpen: boolean
  onPress: () => void
  children: ReactNode
}

export function DateField({ label, value, empty, error, opener, isOpen, onPress, children }: DateFieldProps) {
  const t = useTexts('search')
  const locale = useLocale()
  const id = useId()
  return (
    <div className={classes('fld date', error && 'is-wrong')}>
      <button
        ref={opener}
        type="button"
        className="fld-hit"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={onPress}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <span className="fld-label">{label}</span>
        <span className={classes('fld-value', value === '' && 'is-empty')}>
          {value ? dateText(value, locale) : (empty ?? t('addDate'))}
        </span>
      </button>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {children}
    </div>
  )
}

/** Shows the year unless the date is within the coming year: a rejected search may hold any date. */
function dateText(date: string, locale: string): string {
  const days = daysBetween(new Date().toISOString().slice(0, 10), date)
  return formatDate(date, locale, { year: days < -1 || days > maxDaysAhead + 1 })
}

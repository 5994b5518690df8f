'use client'

import { type Ref, useState } from 'react'
import { Popover } from '../../ui/popover.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { useOpener } from '../../ui/use-opener.ts'
import { CalendarPanel, DateField, flightDates } from './date-fields.tsx'

interface OneDateFieldProps {
  /** Spoken before the label, to tell several such fields apart. */
  spoken: string
  date: string
  /** The first day to offer. */
  earliest: string
  error: string | undefined
  buttonRef: Ref<HTMLButtonElement>
  onChange: (date: string) => void
}

/** A departure date with a calendar of its own. */
export function OneDateField({ spoken, date, earliest, error, buttonRef, onChange }: OneDateFieldProps) {
  const t = useTexts('search')
  const words = flightDates(t)
  const [isOpen, setIsOpen] = useState(false)
  const opener = useOpener(buttonRef)
  return (
    <DateField
      label={
        <>
          <span className="sr-only">{spoken} </span>
          {words.from}
        </>
      }
      value={date}
      error={error}
      opener={opener}
      isOpen={isOpen}
      onPress={() => setIsOpen(!isOpen)}
    >
      {isOpen && (
        <Popover label={t('departureDate')} opener={opener} onClose={() => setIsOpen(false)} className="pop-calendar">
          <CalendarPanel
            words={words}
            isRound={false}
            date={date}
            returnDate=""
            earliest={earliest}
            pick="date"
            onChange={onChange}
            onDone={() => {
              setIsOpen(false)
              opener.current?.focus()
            }}
          />
        </Popover>
      )}
    </DateField>
  )
}

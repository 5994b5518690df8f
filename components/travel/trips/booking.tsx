'use client'

import { type FormEvent, useState } from 'react'
import { bookingCode } from '#lib/travel/model/booking-code.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTexts } from '../../ui/texts.tsx'

/** Marks a saved offer as booked, with its booking reference, or takes the mark away. */
export type OnBook = (change: { booked: true; code?: string } | { booked: false }) => void

interface BookingProps {
  trip: TripView
  /** The accessible name of the trip. */
  name: string
  onBook: OnBook
}

/** What the person booked elsewhere: the state of a booked offer with its masked reference, or the way to say so. */
export function Booking({ trip: { booking, isPast }, name, onBook }: BookingProps) {
  const t = useTexts('trips')
  const [isOpen, setOpen] = useState(false)
  if (booking) {
    return (
      <>
        {booking.code !== undefined && <BookingCode code={booking.code} />}
        <Button
          variant="quiet"
          onClick={() => onBook({ booked: false })}
          aria-label={t('notBookedOne', { title: name })}
        >
          {t('notBooked')}
        </Button>
      </>
    )
  }
  if (isPast) return null
  return isOpen ? (
    <BookingForm
      onCancel={() => setOpen(false)}
      onBook={(change) => {
        setOpen(false)
        onBook(change)
      }}
    />
  ) : (
    <Button onClick={() => setOpen(true)} aria-label={t('markBookedOne', { title: name })}>
      {t('markBooked')}
    </Button>
  )
}

/** The state of a saved offer, in form and word. */
export function BookingState({ trip }: Pick<BookingProps, 'trip'>) {
  const t = useTexts('trips')
  if (trip.booking) {
    return (
      <Badge tone="ok" icon="check">
        {t('bookedState')}
      </Badge>
    )
  }
  return trip.isPast ? null : <span className="trip-open soft-xs">{t('nothingBooked')}</span>
}

/** Masked, because a code opens the booking for whoever reads it over a shoulder. */
function BookingCode({ code }: { code: string }) {
  const t = useTexts('trips')
  const [isShown, setShown] = useState(false)
  return (
    <span className="trip-code">
      {t('code')} <code>{isShown ? code : `•••${code.slice(-3)}`}</code>{' '}
      <button type="button" className="link no-print" onClick={() => setShown(!isShown)}>
        {t(isShown ? 'hideCode' : 'showCode')}
      </button>
    </span>
  )
}

function BookingForm({ onBook, onCancel }: { onBook: OnBook; onCancel: () => void }) {
  const t = useTexts('trips')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  function submit(event: FormEvent) {
    event.preventDefault()
    const given = code.trim()
    if (given !== '' && !bookingCode.test(given)) return setError(t('codeFormat'))
    onBook({ booked: true, ...(given !== '' && { code: given.toUpperCase() }) })
  }
  return (
    <form className="trip-booking flow" onSubmit={submit} noValidate>
      <TextField
        label={t('codeLabel')}
        hint={t('codeHint')}
        error={error}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
      />
      <Button type="submit" variant="accent">
        {t('saveBooked')}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </form>
  )
}

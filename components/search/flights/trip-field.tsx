'use client'

import { type Ref, useState } from 'react'
import { tripNames } from '#lib/travel/flights/flight-form.ts'
import { Popover } from '../../ui/popover.tsx'
import { useOpener } from '../../ui/use-opener.ts'
import { TripOptions, type TripOptionsValue } from './trip-options.tsx'

interface TripFieldProps {
  value: TripOptionsValue
  buttonRef: Ref<HTMLButtonElement>
  onChange: (change: Partial<TripOptionsValue>) => void
}

/** The trip options as one field of the search bar. */
export function TripField({ value, buttonRef, onChange }: TripFieldProps) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useOpener(buttonRef)
  return (
    <div className="fld">
      <button
        ref={opener}
        type="button"
        className="fld-hit"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="fld-label">
          {value.non_stop ? `Trip, nonstop, ${value.currency}` : `Trip, ${value.currency}`}
        </span>
        <span className="fld-value">{tripNames[value.trip]}</span>
      </button>
      {isOpen && (
        <Popover label="Trip options" opener={opener} onClose={() => setIsOpen(false)} className="pop-trip">
          <TripOptions value={value} onChange={onChange} />
        </Popover>
      )}
    </div>
  )
}

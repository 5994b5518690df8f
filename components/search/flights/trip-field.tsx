'use client'

import { useRef, useState } from 'react'
import { Popover } from '../../ui/popover.tsx'
import { TripOptions, type TripOptionsValue } from './trip-options.tsx'

interface TripFieldProps {
  value: TripOptionsValue
  onChange: (change: Partial<TripOptionsValue>) => void
}

/** The trip options as one field of the search bar. */
export function TripField({ value, onChange }: TripFieldProps) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
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
        <span className="fld-value">{value.trip === 'round' ? 'Round trip' : 'One way'}</span>
      </button>
      {isOpen && (
        <Popover label="Trip options" opener={opener} onClose={() => setIsOpen(false)} className="pop-trip">
          <TripOptions value={value} onChange={onChange} />
        </Popover>
      )}
    </div>
  )
}

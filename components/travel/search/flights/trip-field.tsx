'use client'

import { type Ref, useState } from 'react'
import { Popover } from '../../../ui/popover.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { useOpener } from '../../../ui/use-opener.ts'
import { TripOptions, type TripOptionsValue } from './trip-options.tsx'

interface TripFieldProps {
  value: TripOptionsValue
  buttonRef: Ref<HTMLButtonElement>
  onChange: (change: Partial<TripOptionsValue>) => void
}

/** The trip options as one field of the search bar. */
export function TripField({ value, buttonRef, onChange }: TripFieldProps) {
  const t = useTexts('search')
  const words = useTexts('travel')
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
          {t(value.non_stop ? 'tripFieldNonstop' : 'tripField', { currency: value.currency })}
        </span>
        <span className="fld-value">{words(value.trip)}</span>
      </button>
      {isOpen && (
        <Popover label={t('tripOptions')} opener={opener} onClose={() => setIsOpen(false)} className="pop-trip">
          <TripOptions value={value} onChange={onChange} />
        </Popover>
      )}
    </div>
  )
}

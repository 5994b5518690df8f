import type { Ref } from 'react'
import { useTexts } from '../../../ui/texts.tsx'
import { PopoverField } from '../popover-field.tsx'
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
  return (
    <PopoverField
      label={t(value.non_stop ? 'tripFieldNonstop' : 'tripField', { currency: value.currency })}
      value={words(value.trip)}
      buttonRef={buttonRef}
      pop={{ label: t('tripOptions'), className: 'pop-trip' }}
    >
      {() => <TripOptions value={value} withCurrency onChange={onChange} />}
    </PopoverField>
  )
}

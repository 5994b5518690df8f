'use client'

import { type Ref, useId } from 'react'
import type { TripType } from '#lib/travel/model/flights/flight-form.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { CurrencyField, PopoverField } from '../popover-field.tsx'

export interface TripOptionsValue {
  trip: TripType
  non_stop: boolean
  currency: string
}

interface TripOptionsProps {
  value: TripOptionsValue
  /** The chosen type of trip. */
  typeRef?: Ref<HTMLInputElement>
  /** Whether the currency is here too: the home page leaves it to the header. */
  withCurrency?: boolean
  onChange: (change: Partial<TripOptionsValue>) => void
}

const trips = ['round', 'one', 'multi'] as const

/** Trip type, nonstop and currency as native controls, which every keyboard and screen reader supports. */
export function TripOptions({ value, typeRef, withCurrency = false, onChange }: TripOptionsProps) {
  const t = useTexts('search')
  const words = useTexts('travel')
  const id = useId()
  return (
    <div className="opts row-wrap">
      <fieldset className="opts-trip flow">
        <legend className="sr-only">{t('tripType')}</legend>
        {trips.map((trip) => (
          <label key={trip} className="radio">
            <input
              ref={trip === value.trip ? typeRef : undefined}
              type="radio"
              name={`${id}-trip`}
              checked={trip === value.trip}
              onChange={() => onChange({ trip })}
            />
            <span>{words(trip)}</span>
          </label>
        ))}
      </fieldset>
      <label className="check">
        <input
          type="checkbox"
          checked={value.non_stop}
          onChange={(event) => onChange({ non_stop: event.target.checked })}
        />
        <span>{t('nonstopOnly')}</span>
      </label>
      {withCurrency && <CurrencyField value={value.currency} onChange={(currency) => onChange({ currency })} />}
    </div>
  )
}

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

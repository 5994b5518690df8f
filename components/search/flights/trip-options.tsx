'use client'

import { useId } from 'react'
import { CurrencyField } from '../currency-field.tsx'

export interface TripOptionsValue {
  trip: 'round' | 'one'
  non_stop: boolean
  currency: string
}

interface TripOptionsProps {
  value: TripOptionsValue
  onChange: (change: Partial<TripOptionsValue>) => void
}

/** Trip type, nonstop and currency as native controls, which every keyboard and screen reader supports. */
export function TripOptions({ value, onChange }: TripOptionsProps) {
  const id = useId()
  return (
    <div className="opts">
      <fieldset className="opts-trip">
        <legend className="sr-only">Trip type</legend>
        <label className="radio">
          <input
            type="radio"
            name={`${id}-trip`}
            checked={value.trip === 'round'}
            onChange={() => onChange({ trip: 'round' })}
          />
          <span>Round trip</span>
        </label>
        <label className="radio">
          <input
            type="radio"
            name={`${id}-trip`}
            checked={value.trip === 'one'}
            onChange={() => onChange({ trip: 'one' })}
          />
          <span>One way</span>
        </label>
      </fieldset>
      <label className="check">
        <input
          type="checkbox"
          checked={value.non_stop}
          onChange={(event) => onChange({ non_stop: event.target.checked })}
        />
        <span>Nonstop only</span>
      </label>
      <CurrencyField value={value.currency} onChange={(currency) => onChange({ currency })} />
    </div>
  )
}

'use client'

import { type Ref, useId } from 'react'
import { cabinList } from '#lib/travel/flights/cabins.ts'
import { cabinName, travelersText } from '#lib/travel/flights/flight-form.ts'
import type { Cabin } from '#runner/contract/capabilities/flight-search.ts'
import { PopoverField } from '../popover-field.tsx'
import { Stepper } from '../stepper.tsx'

interface Party {
  adults: number
  children: number
  infants: number
  cabin: Cabin
}

interface PartyFieldProps {
  value: Party
  error: string | undefined
  buttonRef: Ref<HTMLButtonElement>
  onChange: (change: Partial<Party>) => void
  className?: string
}

const MOST_SEATS = 9

/** The travelers and their cabin. The steppers allow valid counts only, so the server never rejects them. */
export function PartyField({ value, error, buttonRef, onChange, className }: PartyFieldProps) {
  const id = useId()
  const { adults, children, infants, cabin } = value
  const seatsLeft = MOST_SEATS - adults - children

  return (
    <PopoverField
      label="Travelers and cabin"
      value={`${travelersText(adults + children + infants)}, ${cabinName(cabin)}`}
      error={error}
      buttonRef={buttonRef}
      className={className}
    >
      <Stepper
        label="Adults"
        hint="12 and older"
        value={adults}
        min={1}
        max={adults + seatsLeft}
        onChange={(count) => onChange({ adults: count, infants: Math.min(infants, count) })}
      />
      <Stepper
        label="Children"
        hint="2 to 11, each with a seat"
        value={children}
        min={0}
        max={Math.min(8, children + seatsLeft)}
        onChange={(count) => onChange({ children: count })}
      />
      <Stepper
        label="Infants"
        hint="Under 2, on an adult’s lap"
        value={infants}
        min={0}
        max={adults}
        onChange={(count) => onChange({ infants: count })}
      />
      <p className="party-rule">At most 9 seats in one search, and one infant for each adult.</p>
      <fieldset className="party-cabins">
        <legend>Cabin</legend>
        {cabinList.map((name) => (
          <label key={name} className="radio">
            <input
              type="radio"
              name={`${id}-cabin`}
              checked={name === cabin}
              onChange={() => onChange({ cabin: name })}
            />
            <span>{cabinName(name)}</span>
          </label>
        ))}
      </fieldset>
    </PopoverField>
  )
}

'use client'

import { useId } from 'react'
import type { Cabin } from '#runner/contract/capabilities/flight-search.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { Stepper } from '../stepper.tsx'

export interface Party {
  adults: number
  children: number
  infants: number
  cabin: Cabin
}

interface PartyPanelProps {
  value: Party
  onChange: (change: Partial<Party>) => void
}

/** The contract's cabins in the form's order, written out so that the form loads no schema. */
const cabinList = ['economy', 'premium_economy', 'business', 'first'] as const satisfies readonly Cabin[]

const MAX_SEATS = 9

/** Counts of travelers, and the cabin. The steppers allow valid counts only, so the server never rejects them. */
export function PartyPanel({ value, onChange }: PartyPanelProps) {
  const t = useTexts('search')
  const words = useTexts('travel')
  const id = useId()
  const { adults, children, infants, cabin } = value
  const seatsLeft = MAX_SEATS - adults - children
  return (
    <>
      <Stepper
        label={t('adults')}
        hint={t('adultsAge')}
        value={adults}
        min={1}
        max={adults + seatsLeft}
        onChange={(count) => onChange({ adults: count, infants: Math.min(infants, count) })}
      />
      <Stepper
        label={t('children')}
        hint={t('childrenAge')}
        value={children}
        min={0}
        max={Math.min(8, children + seatsLeft)}
        onChange={(count) => onChange({ children: count })}
      />
      <Stepper
        label={t('infants')}
        hint={t('infantsAge')}
        value={infants}
        min={0}
        max={adults}
        onChange={(count) => onChange({ infants: count })}
      />
      <p className="party-rule">{t('partyRule')}</p>
      <fieldset className="party-cabins">
        <legend>{t('cabin')}</legend>
        {cabinList.map((name) => (
          <label key={name} className="radio">
            <input
              type="radio"
              name={`${id}-cabin`}
              checked={name === cabin}
              onChange={() => onChange({ cabin: name })}
            />
            <span>{words(name)}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}

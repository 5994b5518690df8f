'use client'

import { type Ref, useId } from 'react'
import type { Cabin } from '#runner/contract/capabilities/flight-search.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { DoneButton, PopoverField } from '../popover-field.tsx'
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

/** The contract's cabins in the form's order, written out so that the form loads no schema. */
const cabinList = ['economy', 'premium_economy', 'business', 'first'] as const satisfies readonly Cabin[]

const MAX_SEATS = 9

/** The travelers and their cabin. The steppers allow valid counts only, so the server never rejects them. */
export function PartyField({ value, error, buttonRef, onChange, className }: PartyFieldProps) {
  const t = useTexts('search')
  const words = useTexts('travel')
  const id = useId()
  const { adults, children, infants, cabin } = value
  const seatsLeft = MAX_SEATS - adults - children

  return (
    <PopoverField
      label={t('party')}
      value={t('partyValue', {
        travelers: words('travelers', { count: adults + children + infants }),
        cabin: words(cabin),
      })}
      error={error}
      buttonRef={buttonRef}
      className={className}
      pop={{ label: t('party'), className: 'pop-end party' }}
    >
      {(close) => (
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
          <DoneButton onPress={close} />
        </>
      )}
    </PopoverField>
  )
}

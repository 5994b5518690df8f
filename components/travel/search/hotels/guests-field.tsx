'use client'

import type { Ref } from 'react'
import { guestsOf } from '#lib/travel/model/hotels/hotel-form.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { CurrencyField } from '../currency-field.tsx'
import { DoneButton, PopoverField } from '../popover-field.tsx'
import { Stepper } from '../stepper.tsx'

interface Guests {
  adults: number
  rooms: number
  /** Null until chosen. */
  child_ages: (number | null)[]
  currency: string
}

interface GuestsFieldProps {
  value: Guests
  error: string | undefined
  buttonRef: Ref<HTMLButtonElement>
  /** Whether the popover has a currency field, because the form shows none of its own. */
  withCurrency: boolean
  onChange: (change: Partial<Guests>) => void
}

const MAX_IN_ROOM = 9
const MAX_ROOMS = 9
const MAX_CHILDREN = 8
const ages = Array.from({ length: 18 }, (_, age) => age)

/** The guests per room, the children's ages and the number of rooms. */
export function GuestsField({ value, error, buttonRef, withCurrency, onChange }: GuestsFieldProps) {
  const t = useTexts('search')
  const words = useTexts('travel')
  const { adults, rooms, child_ages } = value
  const bedsLeft = MAX_IN_ROOM - adults - child_ages.length

  return (
    <PopoverField
      label={withCurrency ? t('guestsFieldCurrency', { currency: value.currency }) : t('guestsField')}
      value={words('guestsAndRooms', { guests: guestsOf(value), rooms })}
      error={error}
      buttonRef={buttonRef}
      className="fld-party"
      pop={{ label: t('guestsField'), className: 'pop-end party' }}
    >
      {(close) => (
        <>
          <Stepper
            label={t('rooms')}
            hint={t('roomsHint')}
            value={rooms}
            min={1}
            max={MAX_ROOMS}
            onChange={(count) => onChange({ rooms: count })}
          />
          <Stepper
            label={t('adults')}
            hint={t('roomAdultsHint')}
            value={adults}
            min={1}
            max={adults + bedsLeft}
            onChange={(count) => onChange({ adults: count })}
          />
          <Stepper
            label={t('children')}
            hint={t('roomChildrenHint')}
            value={child_ages.length}
            min={0}
            max={Math.min(MAX_CHILDREN, child_ages.length + bedsLeft)}
            onChange={(count) =>
              onChange({ child_ages: Array.from({ length: count }, (_, at) => child_ages[at] ?? null) })
            }
          />
          {child_ages.length > 0 && (
            <fieldset className="ages">
              <legend>{t('ageAtCheckOut')}</legend>
              {child_ages.map((age, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: children have no id but their index.
                <label key={at} className="opts-currency">
                  <span>{t('childNumber', { number: at + 1 })}</span>
                  <select
                    value={age ?? ''}
                    aria-invalid={error && age === null ? true : undefined}
                    onChange={({ target }) =>
                      onChange({
                        child_ages: child_ages.with(at, target.value === '' ? null : Number(target.value)),
                      })
                    }
                  >
                    <option value="">{t('age')}</option>
                    {ages.map((one) => (
                      <option key={one} value={one}>
                        {one === 0 ? t('underOne') : one}
                      </option>
                    ))}
                  </select>
                </label>
              ))}
            </fieldset>
          )}
          {withCurrency && <CurrencyField value={value.currency} onChange={(currency) => onChange({ currency })} />}
          <DoneButton onPress={close} />
        </>
      )}
    </PopoverField>
  )
}

'use client'

import type { Ref } from 'react'
import { guestsOf, roomCount } from '#lib/travel/model/hotels/hotel-form.ts'
import { lazily } from '../../../ui/lazily.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { usePrefetch } from '../../../ui/use-preload.ts'
import { CurrencyField, DoneButton, PopoverField } from '../popover-field.tsx'
import type { Guests } from './guests-panel.tsx'

/** Loads when the field is first hovered or focused, or before that when the browser is idle. */
const GuestsPanel = lazily(async () => (await import('./guests-panel.tsx')).GuestsPanel)
const parts = [GuestsPanel]
const preload = () => void GuestsPanel.preload()

type Value = Guests & { currency: string }

interface GuestsFieldProps {
  value: Value
  error: string | undefined
  buttonRef: Ref<HTMLButtonElement>
  /** Whether the popover has a currency field, because the form shows none of its own. */
  withCurrency: boolean
  onChange: (change: Partial<Value>) => void
}

/** The rooms, their guests and the children's ages. */
export function GuestsField({ value, error, buttonRef, withCurrency, onChange }: GuestsFieldProps) {
  const t = useTexts('search')
  usePrefetch(true, parts)
  const words = useTexts('travel')
  return (
    <PopoverField
      label={withCurrency ? t('guestsFieldCurrency', { currency: value.currency }) : t('guestsField')}
      value={words('guestsAndRooms', { guests: guestsOf(value), rooms: roomCount(value) })}
      error={error}
      buttonRef={buttonRef}
      className="fld-party"
      pop={{ label: t('guestsField'), className: 'pop-end party' }}
      onNear={preload}
    >
      {(close) => (
        <>
          <GuestsPanel value={value} isWrong={error !== undefined} onChange={onChange} />
          {withCurrency && <CurrencyField value={value.currency} onChange={(currency) => onChange({ currency })} />}
          <DoneButton onPress={close} />
        </>
      )}
    </PopoverField>
  )
}

'use client'

import type { Ref } from 'react'
import { lazily } from '../../../ui/lazily.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { usePrefetch } from '../../../ui/use-preload.ts'
import { DoneButton, PopoverField } from '../popover-field.tsx'
import type { Party } from './party-panel.tsx'

/** Loads when the field is first hovered or focused, or before that when the browser is idle. */
const PartyPanel = lazily(async () => (await import('./party-panel.tsx')).PartyPanel)
const parts = [PartyPanel]
const preload = () => void PartyPanel.preload()

interface PartyFieldProps {
  value: Party
  error: string | undefined
  buttonRef: Ref<HTMLButtonElement>
  onChange: (change: Partial<Party>) => void
  className?: string
}

/** The travelers and their cabin. */
export function PartyField({ value, error, buttonRef, onChange, className }: PartyFieldProps) {
  const t = useTexts('search')
  usePrefetch(true, parts)
  const words = useTexts('travel')
  const { adults, children, infants, cabin } = value
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
      onNear={preload}
    >
      {(close) => (
        <>
          <PartyPanel value={value} onChange={onChange} />
          <DoneButton onPress={close} />
        </>
      )}
    </PopoverField>
  )
}

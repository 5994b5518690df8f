'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Texts } from '#lib/platform/model/texts.ts'
import { readNumber, writeNumber } from '#lib/travel/model/read-number.ts'
import { AlertRule } from '#lib/travel/model/saved-search.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useLocale, useTexts } from '../../ui/texts.tsx'

interface AlertFormProps {
  title: string
  rule: AlertRule
  currency: string
  onSave: (rule: AlertRule) => void
  onClose: () => void
}

const kinds = [
  ['below_saved', 'belowFirst'],
  ['below', 'belowAmount'],
  ['falls_by', 'byPercentage'],
] as const

/** Sets which fall in price raises an alert. Takes the focus, because the button that opened it is gone. */
export function AlertForm({ title, rule, currency, onSave, onClose }: AlertFormProps) {
  const t = useTexts('trips')
  const locale = useLocale()
  const name = useId()
  const [type, setType] = useState<AlertRule['type']>(rule.type)
  const [number, setNumber] = useState(
    rule.type === 'below' ? writeNumber(rule.amount, locale) : rule.type === 'falls_by' ? `${rule.percent}` : '',
  )
  const [error, setError] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const value = number.trim() === '' ? undefined : readNumber(number, locale)
    const read = AlertRule.safeParse(
      type === 'below_saved' ? { type } : type === 'below' ? { type, amount: value } : { type, percent: value },
    )
    if (read.success) onSave(read.data)
    else setError(ruleError(type, read.error.issues[0], t))
  }
  return (
    <form ref={form} className="alert-form no-print" onSubmit={submit} noValidate aria-label={t('alertFor', { title })}>
      <fieldset>
        <legend>{t('tellMe')}</legend>
        {kinds.map(([kind, label]) => (
          <label key={kind}>
            <input
              type="radio"
              name={name}
              checked={type === kind}
              onChange={() => {
                setType(kind)
                setNumber('')
                setError('')
              }}
            />
            {t(label)}
          </label>
        ))}
      </fieldset>
      {type !== 'below_saved' && (
        <TextField
          label={type === 'below' ? t('amountIn', { currency }) : t('percent')}
          inputMode={type === 'below' ? 'decimal' : 'numeric'}
          value={number}
          error={error}
          onChange={(event) => setNumber(event.target.value)}
        />
      )}
      <div className="action-row">
        <Button type="submit" size="sm">
          {t('saveAlert')}
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Why the amount or the percentage of a rule is refused. */
function ruleError(type: AlertRule['type'], issue: z.core.$ZodIssue | undefined, t: Texts<'trips'>): string {
  if (issue?.code === 'too_small') {
    const limit = Number(issue.minimum)
    return issue.inclusive === false ? t('mustBeAbove', { limit }) : t('mustBeAtLeast', { limit })
  }
  if (issue?.code === 'too_big') return t('mustBeAtMost', { limit: Number(issue.maximum) })
  return t(type === 'below' ? 'mustBeAmount' : 'mustBePercent')
}

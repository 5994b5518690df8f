'use client'

import { type ReactNode, useActionState } from 'react'
import type { AlertMailAction } from '#lib/shared/alert-mail-state.ts'
import { Notice } from '../ui/notice.tsx'
import { FormAlert } from './form-alert.tsx'
import { SubmitButton } from './submit-button.tsx'

interface OneButtonFormProps {
  operation: AlertMailAction
  fields: Readonly<Record<string, string>>
  button: string
  busy: string
  /** Shown in place of the form once it succeeded, unless the operation returns a text of its own. */
  done?: string
  /** Shown in place of a form that cannot succeed. */
  instead?: ReactNode
  /** The text that explains what the button does. */
  children: ReactNode
}

/** A form whose only control is its button. Works without scripts. */
export function OneButtonForm({ operation, fields, button, busy, done, instead, children }: OneButtonFormProps) {
  const [state, action] = useActionState(operation, {})
  if (state.isDone)
    return (
      <Notice tone="ok" role="status">
        {state.done ?? done}
      </Notice>
    )
  if (instead !== undefined) return instead
  return (
    <form className="account-form" action={action}>
      <FormAlert>{state.problem}</FormAlert>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p>{children}</p>
      <SubmitButton variant="accent" busyLabel={busy}>
        {button}
      </SubmitButton>
    </form>
  )
}

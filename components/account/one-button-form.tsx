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
  /** Shown in place of the form once it succeeded. */
  done: string
  /** The text that explains what the button does. */
  children: ReactNode
}

/** A form whose only control is its button. Works without scripts. */
export function OneButtonForm({ operation, fields, button, busy, done, children }: OneButtonFormProps) {
  const [state, action] = useActionState(operation, {})
  if (state.isDone)
    return (
      <Notice tone="ok" role="status">
        {done}
      </Notice>
    )
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

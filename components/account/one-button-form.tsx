'use client'

import { type ReactNode, useActionState } from 'react'
import { forgetSearches } from '#lib/travel/client/remembered-text.ts'
import type { AlertMailAction } from '#lib/travel/model/alert-mail-state.ts'
import { Notice } from '../ui/notice.tsx'
import { FormAlert, SubmitButton } from './submit-button.tsx'

interface OneButtonFormProps {
  operation: AlertMailAction
  fields: Readonly<Record<string, string>>
  button: string
  busy: string
  /** Shown in place of a form that cannot succeed. */
  instead?: ReactNode
  /** The text that explains what the button does. */
  children: ReactNode
}

/** A form whose only control is its button. The text of a success takes its place. Works without scripts. */
export function OneButtonForm({ operation, fields, button, busy, instead, children }: OneButtonFormProps) {
  const [state, action] = useActionState(operation, {})
  if (state.done !== undefined)
    return (
      <Notice tone="ok" role="status">
        {state.done}
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

interface SignOutFormProps {
  operation: () => Promise<void>
  children: ReactNode
}

/** Signs out, and deletes the recent searches of this browser: they are not for the next person. */
export function SignOutForm({ operation, children }: SignOutFormProps) {
  return (
    <form action={operation} onSubmit={forgetSearches}>
      {children}
    </form>
  )
}

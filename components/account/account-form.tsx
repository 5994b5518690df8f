'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, type ReactNode, startTransition, useActionState, useEffect, useRef } from 'react'
import { type FieldValues, type Path, useForm } from 'react-hook-form'
import type * as z from 'zod'
import { accountText } from '#lib/platform/model/account-problems.ts'
import type { FormAction, FormState } from '#lib/platform/model/account-schema.ts'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../ui/texts.tsx'
import { FormAlert } from './submit-button.tsx'

/**
 * Connects a form's schema in the browser to its server operation. Before scripts load, the form posts directly to
 * that operation; afterwards the browser validates first. After an error, the first invalid field or the message gets
 * the focus.
 */
export function useAccountForm<Fields extends FieldValues, Parsed>(
  schema: z.ZodType<Parsed, Fields>,
  operation: FormAction,
) {
  const t = useTexts('errors')
  const ref = useRef<HTMLFormElement>(null)
  const [state, action, isPending] = useActionState<FormState, FormData>(operation, {})
  // No default values: they would replace the values that the server renders in a refused form.
  const form = useForm({ resolver: zodResolver(schema) })
  const isRefused = state.message !== undefined || state.fields !== undefined

  useEffect(() => {
    if (state.message === undefined && state.fields === undefined) return
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus()
  }, [state])

  /** The properties of a field, with its error: the browser's if any, else the server's. */
  const field = (name: Path<Fields>) => {
    const message = form.getFieldState(name, form.formState).error?.message
    return { ...form.register(name), error: message ? accountText(message, t) : state.fields?.[name] }
  }
  return {
    isPending,
    /** Whether the server refused the last submission. */
    isRefused,
    /** The error that belongs to no single field. */
    message: state.message,
    field,
    /** Like `field`, for a field that keeps what was typed when the server refuses the form. */
    keptField: (name: Path<Fields>) => ({ defaultValue: state.values?.[name], ...field(name) }),
    formProps: {
      ref,
      action,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        const data = new FormData(event.currentTarget)
        void form.handleSubmit(() => startTransition(() => action(data)))(event)
      },
    },
  }
}

interface AccountFormProps {
  form: Pick<ReturnType<typeof useAccountForm>, 'formProps' | 'isPending' | 'message'>
  button: string
  /** The text of the button while the form is sent. */
  busy: string
  variant?: 'plain' | 'accent' | 'stop'
  /** The language of the server's message, if the form is in another one. */
  messageLang?: string
  /** The fields. */
  children: ReactNode
}

/** The frame of a form: the server's message above its fields, and its one button below them. */
export function AccountForm({ form, button, busy, variant = 'accent', messageLang, children }: AccountFormProps) {
  const { formProps, isPending, message } = form
  return (
    <form className="account-form" {...formProps}>
      <FormAlert {...(messageLang && { lang: messageLang })}>{message}</FormAlert>
      {children}
      <Button type="submit" variant={variant} disabled={isPending}>
        {isPending ? busy : button}
      </Button>
    </form>
  )
}

'use client'

import { type FormEvent, startTransition, useActionState, useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { accountText } from '#lib/platform/model/account-problems.ts'
import type { FormAction, FormState } from '#lib/platform/model/account-schema.ts'
import { useTexts } from '../ui/texts.tsx'

/**
 * Connects a form's schema in the browser to its server operation. Before scripts load, the form posts directly to
 * that operation; afterwards the browser validates first. After an error, the first invalid field or the message gets
 * the focus.
 */
export function useAccountForm<Fields extends FieldValues, Parsed>(
  form: UseFormReturn<Fields, unknown, Parsed>,
  operation: FormAction,
) {
  const t = useTexts('errors')
  const ref = useRef<HTMLFormElement>(null)
  const [state, action, isPending] = useActionState<FormState, FormData>(operation, {})
  const { errors } = form.formState
  const isRefused = state.message !== undefined || state.fields !== undefined

  useEffect(() => {
    if (state.message === undefined && state.fields === undefined) return
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus()
  }, [state])

  return {
    isPending,
    /** Whether the server refused the last submission. */
    isRefused,
    /** The error that belongs to no single field. */
    message: state.message,
    /** The error under a field: the browser's if any, else the server's. */
    errorOf: (name: keyof Fields & string): string | undefined => {
      const message = errors[name]?.message
      return typeof message === 'string' ? accountText(message, t) : state.fields?.[name]
    },
    typedOf: (name: keyof Fields & string): string | undefined => state.values?.[name],
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

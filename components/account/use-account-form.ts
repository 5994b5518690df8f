'use client'

import { type FormEvent, startTransition, useActionState, useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { FormAction, FormState } from '#lib/shared/account-schema.ts'

/**
 * Joins a form's schema in the browser with its operation on the server. Before scripts have loaded, the form posts to the same
 * operation; afterwards it is checked here first. After a refusal the first wrong field, or the message, gets the focus.
 */
export function useAccountForm<Fields extends FieldValues, Parsed>(
  form: UseFormReturn<Fields, unknown, Parsed>,
  operation: FormAction,
) {
  const ref = useRef<HTMLFormElement>(null)
  const [state, action, isPending] = useActionState<FormState, FormData>(operation, {})
  const { errors } = form.formState

  useEffect(() => {
    if (state.message === undefined && state.fields === undefined) return
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus()
  }, [state])

  return {
    isPending,
    /** The refusal that no field has. */
    message: state.message,
    /** The sentence under a field: the browser's check first, then the server's. */
    errorOf: (name: keyof Fields & string): string | undefined => {
      const message = errors[name]?.message
      return typeof message === 'string' ? message : state.fields?.[name]
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

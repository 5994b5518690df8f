'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type FormAction, DeleteAccountForm as Schema } from '#lib/shared/account-schema.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { FormAlert } from './form-alert.tsx'
import { useAccountForm } from './use-account-form.ts'

interface DeleteAccountFormProps {
  operation: FormAction
  /**
   * How the user confirms: password, email address (an account without a password) or a typed word. Null: a guest
   * confirms nothing.
   */
  confirmBy: 'current' | 'email' | 'word' | null
}

/** Collapsed, so that deleting always takes more than one click. */
export function DeleteAccountForm({ operation, confirmBy }: DeleteAccountFormProps) {
  const form = useForm({ resolver: zodResolver(Schema) })
  const { formProps, isPending, message, errorOf } = useAccountForm(form, operation)
  return (
    <details>
      <summary className="link">{confirmBy === null ? 'Delete my data' : 'Delete my account and data'}</summary>
      <form className="account-form" {...formProps}>
        <FormAlert>{message}</FormAlert>
        <p className="quiet">This deletes your sessions, searches and search results at once. You cannot undo this.</p>
        {confirmBy === 'current' && (
          <TextField
            label="Password"
            type="password"
            autoComplete="current-password"
            error={errorOf('current')}
            {...form.register('current')}
          />
        )}
        {confirmBy === 'email' && (
          <TextField
            label="Email of this account"
            type="email"
            autoComplete="off"
            error={errorOf('email')}
            {...form.register('email')}
          />
        )}
        {confirmBy === 'word' && (
          <TextField
            label="Type the word delete"
            autoComplete="off"
            error={errorOf('word')}
            {...form.register('word')}
          />
        )}
        <Button type="submit" variant="stop" disabled={isPending}>
          {isPending ? 'Deleting …' : 'Delete everything'}
        </Button>
      </form>
    </details>
  )
}

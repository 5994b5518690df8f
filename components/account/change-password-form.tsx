'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type FormAction, ChangePasswordForm as Schema } from '#lib/shared/account-schema.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { FormAlert } from './form-alert.tsx'
import { useAccountForm } from './use-account-form.ts'

export function ChangePasswordForm({ operation }: { operation: FormAction }) {
  const form = useForm({ resolver: zodResolver(Schema), defaultValues: { current: '', password: '' } })
  const { formProps, isPending, message, errorOf } = useAccountForm(form, operation)
  return (
    <form className="account-form" {...formProps}>
      <FormAlert>{message}</FormAlert>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        error={errorOf('current')}
        {...form.register('current')}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters. Signs you out in every other browser."
        error={errorOf('password')}
        {...form.register('password')}
      />
      <Button type="submit" disabled={isPending}>
        {isPending ? 'Changing the password …' : 'Change password'}
      </Button>
    </form>
  )
}

'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type FormAction, ResetPasswordForm as Schema } from '#lib/shared/account-schema.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { FormAlert } from './form-alert.tsx'
import { useAccountForm } from './use-account-form.ts'

export function ResetPasswordForm({ operation, token }: { operation: FormAction; token: string }) {
  const form = useForm({ resolver: zodResolver(Schema), defaultValues: { token, password: '' } })
  const { formProps, isPending, message, errorOf } = useAccountForm(form, operation)
  return (
    <form className="account-form" {...formProps}>
      <FormAlert>{message}</FormAlert>
      <input type="hidden" name="token" value={token} />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters. Signs you out in every browser."
        error={errorOf('password')}
        {...form.register('password')}
      />
      <Button type="submit" variant="accent" disabled={isPending}>
        {isPending ? 'Setting the password …' : 'Set password'}
      </Button>
    </form>
  )
}

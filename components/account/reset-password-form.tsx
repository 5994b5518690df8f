'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type FormAction, ResetPasswordForm as Schema } from '#lib/platform/model/account-schema.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useTexts } from '../ui/texts.tsx'
import { FormAlert } from './form-alert.tsx'
import { useAccountForm } from './use-account-form.ts'

export function ResetPasswordForm({ operation, token }: { operation: FormAction; token: string }) {
  const t = useTexts('account')
  const form = useForm({ resolver: zodResolver(Schema), defaultValues: { token, password: '' } })
  const { formProps, isPending, message, errorOf } = useAccountForm(form, operation)
  return (
    <form className="account-form" {...formProps}>
      <FormAlert>{message}</FormAlert>
      <input type="hidden" name="token" value={token} />
      <TextField
        label={t('newPassword')}
        type="password"
        autoComplete="new-password"
        hint={t('newPasswordAll')}
        error={errorOf('password')}
        {...form.register('password')}
      />
      <Button type="submit" variant="accent" disabled={isPending}>
        {isPending ? t('settingPassword') : t('setPassword')}
      </Button>
    </form>
  )
}

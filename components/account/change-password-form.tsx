'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type FormAction, ChangePasswordForm as Schema } from '#lib/platform/model/account-schema.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useTexts } from '../ui/texts.tsx'
import { FormAlert } from './form-alert.tsx'
import { useAccountForm } from './use-account-form.ts'

export function ChangePasswordForm({ operation }: { operation: FormAction }) {
  const t = useTexts('account')
  const form = useForm({ resolver: zodResolver(Schema), defaultValues: { current: '', password: '' } })
  const { formProps, isPending, message, errorOf } = useAccountForm(form, operation)
  return (
    <form className="account-form" {...formProps}>
      <FormAlert>{message}</FormAlert>
      <TextField
        label={t('currentPassword')}
        type="password"
        autoComplete="current-password"
        error={errorOf('current')}
        {...form.register('current')}
      />
      <TextField
        label={t('newPassword')}
        type="password"
        autoComplete="new-password"
        hint={t('newPasswordOthers')}
        error={errorOf('password')}
        {...form.register('password')}
      />
      <Button type="submit" disabled={isPending}>
        {isPending ? t('changingPassword') : t('changePassword')}
      </Button>
    </form>
  )
}

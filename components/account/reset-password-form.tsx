'use client'

import { type FormAction, ResetPasswordForm as Schema } from '#lib/platform/model/account-schema.ts'
import { TextField } from '../ui/text-field.tsx'
import { useTexts } from '../ui/texts.tsx'
import { AccountForm, useAccountForm } from './account-form.tsx'

export function ResetPasswordForm({ operation, token }: { operation: FormAction; token: string }) {
  const t = useTexts('account')
  const form = useAccountForm(Schema, operation)
  const { error: _, ...tokenField } = form.field('token')
  return (
    <AccountForm form={form} button={t('setPassword')} busy={t('settingPassword')}>
      <input type="hidden" defaultValue={token} {...tokenField} />
      <TextField
        label={t('newPassword')}
        type="password"
        autoComplete="new-password"
        hint={t('newPasswordAll')}
        {...form.field('password')}
      />
    </AccountForm>
  )
}

'use client'

import { type FormAction, ChangePasswordForm as Schema } from '#lib/platform/model/account-schema.ts'
import { TextField } from '../ui/text-field.tsx'
import { useTexts } from '../ui/texts.tsx'
import { AccountForm, useAccountForm } from './account-form.tsx'

export function ChangePasswordForm({ operation }: { operation: FormAction }) {
  const t = useTexts('account')
  const form = useAccountForm(Schema, operation)
  return (
    <AccountForm form={form} button={t('changePassword')} busy={t('changingPassword')} variant="plain">
      <TextField
        label={t('currentPassword')}
        type="password"
        autoComplete="current-password"
        {...form.field('current')}
      />
      <TextField
        label={t('newPassword')}
        type="password"
        autoComplete="new-password"
        hint={t('newPasswordOthers')}
        {...form.field('password')}
      />
    </AccountForm>
  )
}

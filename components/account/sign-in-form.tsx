'use client'

import { type FormAction, SignInForm as Schema } from '#lib/platform/model/account-schema.ts'
import { TextField } from '../ui/text-field.tsx'
import { useTexts } from '../ui/texts.tsx'
import { AccountForm, useAccountForm } from './account-form.tsx'

export function SignInForm({ operation, next }: { operation: FormAction; next: string }) {
  const t = useTexts('account')
  const form = useAccountForm(Schema, operation)
  return (
    <AccountForm form={form} button={t('signIn')} busy={t('signingIn')}>
      <input type="hidden" name="next" value={next} />
      <TextField label={t('email')} type="email" autoComplete="username" {...form.keptField('email')} />
      <TextField label={t('password')} type="password" autoComplete="current-password" {...form.field('password')} />
    </AccountForm>
  )
}

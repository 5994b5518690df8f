'use client'

import { type FormAction, SignUpForm as Schema } from '#lib/platform/model/account-schema.ts'
import { TextField } from '../ui/text-field.tsx'
import { useTexts } from '../ui/texts.tsx'
import { AccountForm, useAccountForm } from './account-form.tsx'

export function SignUpForm({ operation, next }: { operation: FormAction; next: string }) {
  const t = useTexts('account')
  const form = useAccountForm(Schema, operation)
  return (
    <AccountForm form={form} button={t('createAccount')} busy={t('creating')}>
      <input type="hidden" name="next" value={next} />
      <TextField label={t('nameOptional')} autoComplete="name" {...form.keptField('name')} />
      <TextField label={t('email')} type="email" autoComplete="username" {...form.keptField('email')} />
      <TextField
        label={t('password')}
        type="password"
        autoComplete="new-password"
        hint={t('newPasswordHint')}
        {...form.field('password')}
      />
    </AccountForm>
  )
}

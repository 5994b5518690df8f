'use client'

import {
  ChangePasswordForm as Change,
  type FormAction,
  ResetPasswordForm as Reset,
  SignInForm as SignIn,
  SignUpForm as SignUp,
} from '#lib/platform/model/account-schema.ts'
import { TextField } from '../ui/text-field.tsx'
import { useTexts } from '../ui/texts.tsx'
import { AccountForm, useAccountForm } from './account-form.tsx'

interface StartFormProps {
  operation: FormAction
  /** The path of the page that follows. */
  next: string
}

export function SignInForm({ operation, next }: StartFormProps) {
  const t = useTexts('account')
  const form = useAccountForm(SignIn, operation)
  return (
    <AccountForm form={form} button={t('signIn')} busy={t('signingIn')}>
      <input type="hidden" name="next" value={next} />
      <TextField label={t('email')} type="email" autoComplete="username" {...form.keptField('email')} />
      <TextField label={t('password')} type="password" autoComplete="current-password" {...form.field('password')} />
    </AccountForm>
  )
}

export function SignUpForm({ operation, next }: StartFormProps) {
  const t = useTexts('account')
  const form = useAccountForm(SignUp, operation)
  return (
    <AccountForm form={form} button={t('createAccount')} busy={t('creating')}>
      <input type="hidden" name="next" value={next} />
      <TextField label={t('nameOptional')} autoComplete="name" {...form.keptField('name')} />
      <TextField label={t('email')} type="email" autoComplete="username" {...form.keptField('email')} />
      <TextField label={t('password')} hint={t('newPasswordHint')} {...newPassword} {...form.field('password')} />
    </AccountForm>
  )
}

export function ResetPasswordForm({ operation, token }: { operation: FormAction; token: string }) {
  const t = useTexts('account')
  const form = useAccountForm(Reset, operation)
  const { error: _, ...tokenField } = form.field('token')
  return (
    <AccountForm form={form} button={t('setPassword')} busy={t('settingPassword')}>
      <input type="hidden" defaultValue={token} {...tokenField} />
      <TextField label={t('newPassword')} hint={t('newPasswordAll')} {...newPassword} {...form.field('password')} />
    </AccountForm>
  )
}

export function ChangePasswordForm({ operation }: { operation: FormAction }) {
  const t = useTexts('account')
  const form = useAccountForm(Change, operation)
  const current = form.field('current')
  return (
    <AccountForm form={form} button={t('changePassword')} busy={t('changingPassword')} variant="plain">
      <TextField label={t('currentPassword')} type="password" autoComplete="current-password" {...current} />
      <TextField label={t('newPassword')} hint={t('newPasswordOthers')} {...newPassword} {...form.field('password')} />
    </AccountForm>
  )
}

const newPassword = { type: 'password', autoComplete: 'new-password' } as const

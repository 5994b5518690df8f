'use client'

import { type FormAction, DeleteAccountForm as Schema } from '#lib/platform/model/account-schema.ts'
import { TextField } from '../ui/text-field.tsx'
import { useTexts } from '../ui/texts.tsx'
import { AccountForm, useAccountForm } from './account-form.tsx'

interface DeleteAccountFormProps {
  operation: FormAction
  /**
   * How the user confirms: password, email address (an account without a password) or a typed word. Null: a guest
   * confirms nothing.
   */
  confirmBy: 'current' | 'email' | 'word' | null
}

/**
 * Collapsed at first, so that deleting always takes more than one click. Open after a refusal: without scripts, the new
 * page would otherwise hide the errors.
 */
export function DeleteAccountForm({ operation, confirmBy }: DeleteAccountFormProps) {
  const t = useTexts('account')
  const form = useAccountForm(Schema, operation)
  return (
    <details open={form.isRefused}>
      <summary className="link">{confirmBy === null ? t('deleteMyData') : t('deleteMyAccount')}</summary>
      <AccountForm form={form} button={t('deleteEverything')} busy={t('deleting')} variant="stop">
        <p className="quiet">{t('deleteEffect')}</p>
        {confirmBy === 'current' && (
          <TextField label={t('password')} type="password" autoComplete="current-password" {...form.field('current')} />
        )}
        {confirmBy === 'email' && (
          <TextField label={t('emailOfAccount')} type="email" autoComplete="off" {...form.field('email')} />
        )}
        {confirmBy === 'word' && (
          <TextField label={t('typeWord', { word: 'delete' })} autoComplete="off" {...form.field('word')} />
        )}
      </AccountForm>
    </details>
  )
}

'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type FormAction, DeleteAccountForm as Schema } from '#lib/platform/model/account-schema.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useTexts } from '../ui/texts.tsx'
import { FormAlert } from './form-alert.tsx'
import { useAccountForm } from './use-account-form.ts'

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
  const form = useForm({ resolver: zodResolver(Schema) })
  const { formProps, isPending, isRefused, message, errorOf } = useAccountForm(form, operation)
  return (
    <details open={isRefused}>
      <summary className="link">{confirmBy === null ? t('deleteMyData') : t('deleteMyAccount')}</summary>
      <form className="account-form" {...formProps}>
        <FormAlert>{message}</FormAlert>
        <p className="quiet">{t('deleteEffect')}</p>
        {confirmBy === 'current' && (
          <TextField
            label={t('password')}
            type="password"
            autoComplete="current-password"
            error={errorOf('current')}
            {...form.register('current')}
          />
        )}
        {confirmBy === 'email' && (
          <TextField
            label={t('emailOfAccount')}
            type="email"
            autoComplete="off"
            error={errorOf('email')}
            {...form.register('email')}
          />
        )}
        {confirmBy === 'word' && (
          <TextField
            label={t('typeWord', { word: 'delete' })}
            autoComplete="off"
            error={errorOf('word')}
            {...form.register('word')}
          />
        )}
        <Button type="submit" variant="stop" disabled={isPending}>
          {isPending ? t('deleting') : t('deleteEverything')}
        </Button>
      </form>
    </details>
  )
}

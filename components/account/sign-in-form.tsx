'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type FormAction, SignInForm as Schema } from '#lib/platform/model/account-schema.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useTexts } from '../ui/texts.tsx'
import { FormAlert } from './form-alert.tsx'
import { useAccountForm } from './use-account-form.ts'

export function SignInForm({ operation, next }: { operation: FormAction; next: string }) {
  const t = useTexts('account')
  // No default values: they would replace the values that the server renders in a refused form.
  const form = useForm({ resolver: zodResolver(Schema) })
  const { formProps, isPending, message, errorOf, typedOf } = useAccountForm(form, operation)
  return (
    <form className="account-form" {...formProps}>
      <FormAlert>{message}</FormAlert>
      <input type="hidden" name="next" value={next} />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        defaultValue={typedOf('email')}
        error={errorOf('email')}
        {...form.register('email')}
      />
      <TextField
        label={t('password')}
        type="password"
        autoComplete="current-password"
        error={errorOf('password')}
        {...form.register('password')}
      />
      <Button type="submit" variant="accent" disabled={isPending}>
        {isPending ? t('signingIn') : t('signIn')}
      </Button>
    </form>
  )
}

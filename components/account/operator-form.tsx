'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type FormAction, OperatorForm as Schema } from '#lib/platform/model/account-schema.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useLocale } from '../ui/texts.tsx'
import { FormAlert } from './form-alert.tsx'
import { useAccountForm } from './use-account-form.ts'

/** In English, like the console; the server's message above it is in the reader's language. */
export function OperatorForm({ operation }: { operation: FormAction }) {
  const form = useForm({ resolver: zodResolver(Schema), defaultValues: { token: '' } })
  const locale = useLocale()
  const { formProps, isPending, message, errorOf } = useAccountForm(form, operation)
  return (
    <form className="account-form" {...formProps}>
      <FormAlert lang={locale}>{message}</FormAlert>
      <TextField
        label="Operator token"
        hint="It starts with atk_."
        className="field-input mono"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={errorOf('token')}
        {...form.register('token')}
      />
      <Button type="submit" variant="accent" disabled={isPending}>
        {isPending ? 'Checking …' : 'Become the operator'}
      </Button>
    </form>
  )
}

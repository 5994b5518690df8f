'use client'

import { type FormAction, OperatorForm as Schema } from '#lib/platform/model/account-schema.ts'
import { TextField } from '../ui/text-field.tsx'
import { useLocale } from '../ui/texts.tsx'
import { AccountForm, useAccountForm } from './account-form.tsx'

/** In English, like the console; the server's message above it is in the reader's language. */
export function OperatorForm({ operation }: { operation: FormAction }) {
  const form = useAccountForm(Schema, operation)
  return (
    <AccountForm form={form} button="Become the operator" busy="Checking …" messageLang={useLocale()}>
      <TextField
        label="Operator token"
        hint="It starts with atk_."
        className="field-input mono"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...form.field('token')}
      />
    </AccountForm>
  )
}

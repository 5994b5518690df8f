import '../agents/agents.css'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod'
import { markRefused, refusalOf } from '#lib/console/client/mark-refused.ts'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import {
  type ConsoleScope,
  CreatedConsoleToken,
  consoleScopes,
  maxTokenDays,
  type NewConsoleToken,
} from '#lib/platform/model/console-token.ts'
import { FieldError } from '../../ui/field-error.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CheckField, ConsoleForm } from '../console-form.tsx'

type Values = { name: string; scopes: ConsoleScope[]; expires_in_days: string }

/** The fields that can be refused, in their order on the page. */
const fieldNames = ['name', 'expires_in_days', 'scopes'] as const

const scopeTexts: Readonly<Record<ConsoleScope, readonly [string, string]>> = {
  read: ['Read', 'Everything in the console except people and tokens. Changes nothing.'],
  skills: ['Change skills', 'Install, approve, switch, return and remove them, and set the rules of agents.'],
  profiles: ['Change profiles', 'Create, lock, change and revoke them, decide proposals, and cancel scripts.'],
}

interface AddConsoleTokenProps {
  onDone: (made: CreatedConsoleToken) => void
  onCancel: () => void
}

/** The form for a new token: its name, how long it lasts, and what it may do. */
export function AddConsoleToken({ onDone, onCancel }: AddConsoleTokenProps) {
  // Only this answer contains the token.
  const create = useConsoleChange(CreatedConsoleToken, (_: z.input<typeof NewConsoleToken>) => '/console-tokens')
  const form = useForm<Values>({ defaultValues: { name: '', scopes: ['read'], expires_in_days: '90' } })
  const { errors } = form.formState
  useEffect(() => form.setFocus('name'), [form])
  const submit = form.handleSubmit((values) => {
    create.mutate(
      { ...values, expires_in_days: Number(values.expires_in_days) },
      {
        onSuccess: onDone,
        onError: ({ details }) => markRefused(form, fieldNames, details),
      },
    )
  })
  return (
    <ConsoleForm
      label="Make a token"
      onSubmit={submit}
      submit={['Make token', 'Making …']}
      isBusy={create.isPending}
      error={refusalOf(create.error, errors)}
      failure="No token was made."
      onCancel={onCancel}
    >
      <div className="console-fields">
        <TextField
          label="Name"
          hint="The audit log names the token by it."
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextField
          label="Expires after days"
          type="number"
          min={1}
          max={maxTokenDays}
          hint={`At most ${maxTokenDays}.`}
          error={errors.expires_in_days?.message}
          {...form.register('expires_in_days')}
        />
      </div>
      <fieldset className="agent-key-scope" aria-describedby="console-token-scopes-error">
        <legend className="field-label">What it may do</legend>
        {consoleScopes.map((scope) => (
          <CheckField key={scope} value={scope} {...form.register('scopes')}>
            <b>{scopeTexts[scope][0]}</b>
            <small>{scopeTexts[scope][1]}</small>
          </CheckField>
        ))}
        <FieldError id="console-token-scopes-error">{errors.scopes?.message}</FieldError>
      </fieldset>
    </ConsoleForm>
  )
}

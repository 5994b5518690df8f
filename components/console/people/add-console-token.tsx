import '../agents/agents.css'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { markRefused } from '#lib/console/client/mark-refused.ts'
import { useCreateConsoleToken } from '#lib/console/client/use-people.ts'
import {
  type ConsoleScope,
  type CreatedConsoleToken,
  consoleScopes,
  maxTokenDays,
} from '#lib/platform/model/console-token.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'

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
  const create = useCreateConsoleToken()
  const form = useForm<Values>({ defaultValues: { name: '', scopes: ['read'], expires_in_days: '90' } })
  const { errors } = form.formState
  useEffect(() => form.setFocus('name'), [form])
  const submit = form.handleSubmit((values) => {
    // The button stays enabled while it is sent, because a disabled one loses the focus.
    if (create.isPending) return
    create.mutate(
      { ...values, expires_in_days: Number(values.expires_in_days) },
      {
        onSuccess: onDone,
        onError: ({ details }) => markRefused(form, fieldNames, details),
      },
    )
  })
  return (
    <form className="console-form" aria-label="Make a token" onSubmit={(event) => void submit(event)} noValidate>
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
          <label key={scope} className="check">
            <input type="checkbox" value={scope} {...form.register('scopes')} />
            <span>
              <b>{scopeTexts[scope][0]}</b>
              <small>{scopeTexts[scope][1]}</small>
            </span>
          </label>
        ))}
        <FieldError id="console-token-scopes-error">{errors.scopes?.message}</FieldError>
      </fieldset>
      {create.error && (
        <Notice tone="stop" role="alert">
          No token was made. {Object.keys(errors).length > 0 ? 'Correct the marked fields.' : create.error.message}
        </Notice>
      )}
      <div className="action-row">
        <Button type="submit" variant="accent" aria-disabled={create.isPending}>
          {create.isPending ? 'Making …' : 'Make token'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

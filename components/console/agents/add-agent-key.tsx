import './agents.css'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod'
import {
  type ConsoleAgentKeys,
  CreatedAgentKey,
  everySkill,
  type NewAgentKey,
} from '#lib/agents/model/agent-key-schema.ts'
import { isHalfTyped, markRefused, refusalOf } from '#lib/console/client/mark-refused.ts'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import type { Source } from '#runner/contract/principal.ts'
import { FieldError } from '../../ui/field-error.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CheckField, ConsoleForm, SelectField } from '../console-form.tsx'

type Values = { slug: string; description: string; skills: string[]; source: Source; expires_in_days: string }

const sourceTexts = [
  ['dm-unknown', 'Unknown senders: search, and reach declared hosts'],
  ['group', 'A group: also the language model'],
  ['dm-approved', 'People whom you approved: also files'],
  ['main', 'You alone: everything, also programs and messages'],
] as const

/** The fields that can be refused, in their order on the page. */
const fieldNames = ['slug', 'description', 'expires_in_days', 'skills'] as const

interface AddAgentKeyProps {
  skills: ConsoleAgentKeys['skills']
  onDone: (made: CreatedAgentKey) => void
  onCancel: () => void
}

/** The form for a new key: the name of the agent, what the key may call, and who talks to the agent. */
export function AddAgentKey({ skills, onDone, onCancel }: AddAgentKeyProps) {
  // Only this answer contains the key.
  const create = useConsoleChange(CreatedAgentKey, (_: z.input<typeof NewAgentKey>) => '/agent-keys')
  const form = useForm<Values>({
    defaultValues: { slug: '', description: '', skills: [], source: 'dm-unknown', expires_in_days: '' },
    resolver: (values, _, { fields }) =>
      isHalfTyped(fields, 'expires_in_days')
        ? { values: {}, errors: { expires_in_days: { type: 'bad', message: 'Enter a number of days, or nothing.' } } }
        : { values, errors: {} },
  })
  const { errors } = form.formState
  useEffect(() => form.setFocus('slug'), [form])
  const isAll = form.watch('skills').includes(everySkill)
  const submit = form.handleSubmit(({ expires_in_days: days, skills: chosen, ...values }) => {
    create.mutate(
      {
        ...values,
        skills: chosen.includes(everySkill) ? [everySkill] : chosen,
        ...(days.trim() === '' ? {} : { expires_in_days: Number(days) }),
      },
      {
        onSuccess: onDone,
        onError: ({ details }) => markRefused(form, fieldNames, details),
      },
    )
  })
  return (
    <section className="console-box" aria-label="Make a key">
      <h2>Make a key</h2>
      <ConsoleForm
        onSubmit={submit}
        submit={['Make key', 'Making …']}
        isBusy={create.isPending}
        error={refusalOf(create.error, errors)}
        failure="No key was made."
        onCancel={onCancel}
      >
        <div className="console-fields">
          <TextField
            label="Agent"
            placeholder="voice"
            hint="Lower-case words joined by hyphens: its name in addresses, like /api/agents/voice/tools."
            className="field-input mono"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            error={errors.slug?.message}
            {...form.register('slug')}
          />
          <TextField
            label="Description"
            hint="For operators."
            error={errors.description?.message}
            {...form.register('description')}
          />
          <SelectField label="Who talks to it" options={sourceTexts} {...form.register('source')} />
          <TextField
            label="Expires after days"
            type="number"
            min={1}
            max={3650}
            hint="Empty: never."
            error={errors.expires_in_days?.message}
            {...form.register('expires_in_days')}
          />
        </div>
        <fieldset className="agent-key-scope" aria-describedby="agent-key-skills-error">
          <legend className="field-label">Skills that it may call</legend>
          {skills.map(({ name, description }) => (
            <CheckField key={name} value={name} disabled={isAll} {...form.register('skills')}>
              <b className="mono">{name}</b>
              <small>{description}</small>
            </CheckField>
          ))}
          <CheckField value={everySkill} {...form.register('skills')}>
            <b>All skills</b>
            <small>Also those that are added later.</small>
          </CheckField>
          <FieldError id="agent-key-skills-error">{errors.skills?.message}</FieldError>
        </fieldset>
      </ConsoleForm>
    </section>
  )
}

import './agents.css'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type ConsoleAgentKeys, type CreatedAgentKey, everySkill } from '#lib/agents/model/agent-key-schema.ts'
import { isHalfTyped } from '#lib/console/client/half-typed.ts'
import { markRefused } from '#lib/console/client/mark-refused.ts'
import { useCreateAgentKey } from '#lib/console/client/use-agent-keys.ts'
import type { Source } from '#runner/contract/principal.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'

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
  const create = useCreateAgentKey()
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
    // The button stays enabled while it is sent, because a disabled one loses the focus.
    if (create.isPending) return
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
      <form className="console-form" onSubmit={(event) => void submit(event)} noValidate>
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
          <label className="field">
            <span className="field-label">Who talks to it</span>
            <select className="field-input" {...form.register('source')}>
              {sourceTexts.map(([source, text]) => (
                <option key={source} value={source}>
                  {text}
                </option>
              ))}
            </select>
          </label>
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
            <label key={name} className="check">
              <input type="checkbox" value={name} disabled={isAll} {...form.register('skills')} />
              <span>
                <b className="mono">{name}</b>
                <small>{description}</small>
              </span>
            </label>
          ))}
          <label className="check">
            <input type="checkbox" value={everySkill} {...form.register('skills')} />
            <span>
              <b>All skills</b>
              <small>Also those that are added later.</small>
            </span>
          </label>
          <FieldError id="agent-key-skills-error">{errors.skills?.message}</FieldError>
        </fieldset>
        {create.error && (
          <Notice tone="stop" role="alert">
            No key was made. {/* The message names fields of the API, not of this form. */}
            {Object.keys(errors).length > 0 ? 'Correct the marked fields.' : create.error.message}
          </Notice>
        )}
        <div className="action-row">
          <Button type="submit" variant="accent" aria-disabled={create.isPending}>
            {create.isPending ? 'Making …' : 'Make key'}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
    </section>
  )
}

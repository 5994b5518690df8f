import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import type { ConsoleProfile } from '#lib/agents/model/console-profile.ts'
import { sentenceOf } from '#lib/console/client/mark-refused.ts'
import { useCredentials } from '#lib/console/client/use-credentials.ts'
import { useChangeProfile } from '#lib/console/client/use-profiles.ts'
import { SecretName } from '#runner/contract/manifest.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ActionButton, Failure } from '../console-form.tsx'
import { useDone } from '../console-page.tsx'
import { useReportUnsaved } from './unsaved-forms.tsx'

const Form = z.object({ name: z.string().trim().pipe(SecretName), description: z.string().trim().max(500) })

/** Adds a key that the agent has not asked for: a stored credential, or a name that still needs a value. */
export function AddKey({ profile: { id, keys } }: { profile: ConsoleProfile }) {
  const say = useDone()
  const change = useChangeProfile(id)
  const stored = useCredentials().data?.credentials ?? []
  const options = useId()
  const form = useForm({ resolver: zodResolver(Form), defaultValues: { name: '', description: '' } })
  const { errors, isDirty } = form.formState
  useReportUnsaved('Another key', isDirty)
  const has = (name: string) => keys.some((key) => key.name === name)
  const add = form.handleSubmit((added) => {
    if (has(added.name)) return form.setError('name', { message: 'The profile has this key already.' })
    change.mutate(
      { keys: { add: [added] } },
      {
        onSuccess: () => {
          form.reset()
          say(`${added.name} was added to the profile.`)
        },
      },
    )
  })
  return (
    <form className="host-form key-add" aria-label="Add a key" onSubmit={(event) => void add(event)} noValidate>
      <TextField
        label="Another key"
        placeholder="REPORTS_API_KEY"
        className="field-input mono"
        list={options}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.name?.message && sentenceOf(errors.name.message)}
        {...form.register('name')}
      />
      <datalist id={options}>
        {stored
          .filter(({ name }) => !has(name))
          .map(({ name, description }) => (
            <option key={name} value={name}>
              {description}
            </option>
          ))}
      </datalist>
      <TextField
        label="What it is for"
        error={errors.description?.message && sentenceOf(errors.description.message)}
        {...form.register('description')}
      />
      <ActionButton type="submit" isOff={change.isPending}>
        Add key
      </ActionButton>
      <Failure error={change.error}>The key was not added.</Failure>
    </form>
  )
}

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { ConsoleProfile, NewConsoleProfile } from '#lib/agents/model/console-profile.ts'
import { ProfileTemplates } from '#lib/agents/model/profile-template.ts'
import { hostsOf, inWords } from '#lib/console/client/credential-form.ts'
import { sentenceOf } from '#lib/console/client/mark-refused.ts'
import { useConsoleChange, useConsoleQuery } from '#lib/console/client/use-console.ts'
import { leaveBy } from '#lib/platform/client/use-back-closes.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleForm, SelectField } from '../console-form.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { QueryState } from '../query-state.tsx'

/** The fields as text, by the names of the fields that they fill in. `limits`: the seconds of an execution. */
const empty = { template: '', description: '', hosts: '', limits: '' }

const wantedOf = ({ template, description, hosts, limits }: typeof empty): NewConsoleProfile => ({
  ...(template !== '' && { template }),
  ...(description.trim() !== '' && { description: description.trim() }),
  ...(hosts.trim() !== '' && { hosts: hostsOf(hosts) }),
  ...(limits !== '' && { limits: { timeout_s: Number(limits) } }),
})

/** Creates an unlocked profile by hand or from a template, and opens its page, which has the rest of its settings. */
export function NewProfile({ onCancel }: { onCancel: () => void }) {
  const router = useRouter()
  const query = useConsoleQuery(ProfileTemplates, '/profile-templates')
  const create = useConsoleChange(ConsoleProfile, (_: NewConsoleProfile) => '/profiles')
  const form = useForm<typeof empty>({
    defaultValues: empty,
    resolver: (values) => {
      const parsed = NewConsoleProfile.safeParse(wantedOf(values), inWords)
      if (parsed.success) return { values, errors: {} }
      const problems = parsed.error.issues.map(({ path, message }) => [
        String(path[0]),
        { type: 'invalid', message: sentenceOf(message) },
      ])
      return { values: {}, errors: Object.fromEntries(problems) }
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('description'), [setFocus])
  const name = form.watch('template')
  const template = query.data?.templates.find((one) => one.name === name)
  const details = Object.entries(create.error?.details ?? {})
  const errorOf = (field: keyof typeof empty) => {
    const refused = details.find(([path]) => path.split('.')[0] === field)?.[1]
    return form.formState.errors[field]?.message ?? (refused && sentenceOf(refused))
  }
  const asked = template && [...template.keys.map((key) => key.name), ...template.hosts]
  const submit = form.handleSubmit((values) => {
    create.mutate(wantedOf(values), { onSuccess: ({ id }) => leaveBy(router, `/console/profiles/${id}`) })
  })
  return (
    <ConsoleBox title="New profile" note="starts unlocked">
      <ConsoleForm
        label="New profile"
        onSubmit={submit}
        submit={['Create profile', 'Creating …']}
        isBusy={create.isPending}
        error={create.error}
        failure="No profile was created."
        onCancel={onCancel}
      >
        <QueryState query={query} name="The templates">
          {({ templates }) => (
            <SelectField
              label="Template"
              options={[['', 'None: by hand'], ...templates.map((one) => [one.name, one.title] as const)]}
              {...form.register('template')}
            />
          )}
        </QueryState>
        <TextField
          label="What it is for"
          placeholder={template?.description}
          autoComplete="off"
          maxLength={500}
          error={errorOf('description')}
          {...form.register('description')}
        />
        <div className="console-fields">
          <TextField
            label="Hosts that it may reach"
            className="field-input mono"
            placeholder="api.example.com"
            hint="Several: separate them with spaces. The template adds its own."
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            error={errorOf('hosts')}
            {...form.register('hosts')}
          />
          <TextField
            label="Time per execution, s"
            type="number"
            min={1}
            hint="Empty: that of the template, or the default."
            error={errorOf('limits')}
            {...form.register('limits')}
          />
        </div>
        <p className="field-hint">
          {asked && asked.length > 0 && `It begins with ${asked.join(', ')}. `}
          Its page opens next: set its keys and other limits there, lock it, and give its id to the agent.
        </p>
      </ConsoleForm>
    </ConsoleBox>
  )
}

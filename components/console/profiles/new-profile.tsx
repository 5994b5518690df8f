import { useRouter } from 'next/navigation'
import { useEffect, useId, useRef, useState } from 'react'
import { hostsOf } from '#lib/console/client/credential-form.ts'
import { useCreateProfile, useProfileTemplates } from '#lib/console/client/use-profiles.ts'
import { leaveBy } from '#lib/platform/client/use-back-closes.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { Failure } from '../failure.tsx'
import { QueryState } from '../query-state.tsx'

/** Creates an unlocked profile by hand or from a template, and opens its page, which has the rest of its settings. */
export function NewProfile({ onCancel }: { onCancel: () => void }) {
  const router = useRouter()
  const query = useProfileTemplates()
  const create = useCreateProfile()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [hosts, setHosts] = useState('')
  const [seconds, setSeconds] = useState('')
  const templateField = useId()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const template = query.data?.templates.find((one) => one.name === name)
  const wanted = {
    ...(template && { template: template.name }),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(hosts.trim() !== '' && { hosts: hostsOf(hosts) }),
    ...(seconds !== '' && { limits: { timeout_s: Number(seconds) } }),
  }
  const details = Object.entries(create.error?.details ?? {})
  const errorOf = (field: string) => details.find(([path]) => path.split('.')[0] === field)?.[1]
  const asked = template && [...template.keys.map((key) => key.name), ...template.hosts]
  return (
    <ConsoleBox title="New profile" note="starts unlocked">
      <form
        className="console-form"
        aria-label="New profile"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (create.isPending) return
          create.mutate(wanted, { onSuccess: ({ id }) => leaveBy(router, `/console/profiles/${id}`) })
        }}
      >
        <QueryState query={query} name="The templates">
          {({ templates }) => (
            <div className="field">
              <label className="field-label" htmlFor={templateField}>
                Template
              </label>
              <select
                id={templateField}
                className="field-input"
                value={name}
                onChange={({ target }) => setName(target.value)}
              >
                <option value="">None: by hand</option>
                {templates.map((one) => (
                  <option key={one.name} value={one.name}>
                    {one.title}
                  </option>
                ))}
              </select>
            </div>
          )}
        </QueryState>
        <TextField
          ref={first}
          label="What it is for"
          placeholder={template?.description}
          autoComplete="off"
          maxLength={500}
          error={errorOf('description')}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
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
            value={hosts}
            onChange={({ target }) => setHosts(target.value)}
          />
          <TextField
            label="Time per execution, s"
            type="number"
            min={1}
            hint="Empty: that of the template, or the default."
            error={errorOf('limits')}
            value={seconds}
            onChange={({ target }) => setSeconds(target.value)}
          />
        </div>
        <p className="field-hint">
          {asked && asked.length > 0 && `It begins with ${asked.join(', ')}. `}
          Its page opens next: set its keys and other limits there, lock it, and give its id to the agent.
        </p>
        <Failure error={create.error}>No profile was created.</Failure>
        <div className="action-row">
          <Button type="submit" variant="accent" aria-disabled={create.isPending}>
            {create.isPending ? 'Creating …' : 'Create profile'}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
    </ConsoleBox>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import type { ConsoleProfile } from '#lib/agents/model/console-profile.ts'
import { sentenceOf } from '#lib/console/client/mark-refused.ts'
import { useChangeProfile } from '#lib/console/client/use-profiles.ts'
import { EgressHost } from '#runner/contract/manifest.ts'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ActionButton, Failure } from '../console-form.tsx'
import { ConsoleBox, useDone } from '../console-page.tsx'
import { focusPage } from '../focus-page.ts'
import { useReportUnsaved } from './unsaved-forms.tsx'

const Form = z.object({ host: z.string().trim().toLowerCase().pipe(EgressHost) })

/** The hosts that the profile's scripts may contact, and the keys that each host may get. Editable until the lock. */
export function HostList({ profile: { id, hosts, keys, state } }: { profile: ConsoleProfile }) {
  const say = useDone()
  const change = useChangeProfile(id)
  const form = useForm({ resolver: zodResolver(Form), defaultValues: { host: '' } })
  const { errors, isDirty } = form.formState
  const error = errors.host?.message
  useReportUnsaved('Another host', isDirty)
  const add = form.handleSubmit(({ host }) =>
    change.mutate(
      { hosts: { add: [host] } },
      {
        onSuccess: () => {
          form.reset()
          say(`${host} was added.`)
        },
      },
    ),
  )
  const remove = (gone: string) => {
    change.mutate({ hosts: { remove: [gone] } }, { onSuccess: () => say(`${gone} was removed.`) })
    // The row is removed at once, together with the pressed button.
    focusPage()
  }
  return (
    <ConsoleBox title="Hosts" note="it may contact these over HTTPS, and nothing else">
      {hosts.length === 0 && <p className="console-empty">None: its scripts cannot use the network.</p>}
      <ul className="host-list">
        {hosts.map((host) => {
          const going = keys.filter(({ credential }) => credential?.hosts.includes(host)).map(({ name }) => name)
          return (
            <li key={host}>
              <Icon name={moreIcons.globe} />
              <b className="mono">{host}</b>
              <span className={going.length > 0 ? 'console-mono' : 'console-quiet'}>
                {going.join(' ') || 'No key goes here'}
              </span>
              {state === 'unlocked' && (
                <button type="button" className="link" aria-label={`Remove ${host}`} onClick={() => remove(host)}>
                  Remove
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {state === 'unlocked' && (
        <form className="host-form" onSubmit={(event) => void add(event)} noValidate>
          <TextField
            label="Another host"
            placeholder="api.example.com"
            className="field-input mono"
            autoCapitalize="off"
            spellCheck={false}
            error={error && sentenceOf(error)}
            {...form.register('host')}
          />
          <ActionButton type="submit" isOff={change.isPending}>
            Add host
          </ActionButton>
        </form>
      )}
      <Failure error={change.error}>The hosts were not changed.</Failure>
    </ConsoleBox>
  )
}

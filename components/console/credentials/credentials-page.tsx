'use client'

import { useEffect } from 'react'
import * as z from 'zod'
import { expiryTone } from '#lib/console/client/console-time.ts'
import { readAgainMs, useCredentials } from '#lib/console/client/use-credentials.ts'
import { type ConsoleCredential, ConsoleCredentials, mostNamed } from '#lib/console/model/console-credential.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleForm } from '../console-form.tsx'
import { ConsoleBox, useDone } from '../console-page.tsx'
import type { Column } from '../console-table.tsx'
import { Choice, Words } from '../filter-fields.tsx'
import { Expiry, LastUse, Moment } from '../moment.tsx'
import { ResourcePage } from '../resources/resource-page.tsx'
import { Segment } from '../segment.tsx'
import { Status } from '../status.tsx'
import { CredentialFields } from './credential-fields.tsx'
import {
  expiries,
  expiryNames,
  filterCredentials,
  isShown,
  moreOf,
  type ShownKind,
  shownKinds,
  usesOf,
} from './credential-filters.ts'
import { CredentialPanel } from './credential-panel.tsx'
import { KeyRing } from './key-ring.tsx'
import { kindText } from './kinds.ts'
import { useCredentialForm } from './use-credential-form.ts'

/** States which value applies if a name has several, and lists the names that the environment sets now. */
function Precedence({ environment, unnamed }: Pick<ConsoleCredentials, 'environment' | 'unnamed'>) {
  const used = environment.filter(({ is_set, is_shadowed }) => is_set && !is_shadowed)
  const shadowed = environment.filter(({ is_set, is_shadowed }) => is_set && is_shadowed)
  return (
    <ConsoleBox title="Which value is used" note="when there is more than one">
      <ol className="console-rows precedence">
        <li>
          <b>The credential here</b>
          <span>Used for profiles and skills alike, also while it has no value or is expired.</span>
        </li>
        <li>
          <b>The environment</b>
          <span>
            Read only if no credential here has the name.{' '}
            {used.length > 0 ? (
              <>Now used: {names(used.map(({ name }) => name))}. </>
            ) : (
              'No name comes from there now. '
            )}
            {shadowed.length > 0 && (
              <>Set, but not used, because it is stored here: {names(shadowed.map(({ name }) => name))}. </>
            )}
            {unnamed.length > 0 && <>Set, but TRAVEL_CREDENTIALS names no hosts for it: {names(unnamed)}.</>}
          </span>
        </li>
        <li>
          <b>If neither has it</b>
          <span>The call is refused, and the error names what is missing.</span>
        </li>
      </ol>
    </ConsoleBox>
  )
}

const names = (all: readonly string[]) => <span className="mono">{all.join(', ')}</span>

const Used = ({ credential }: { credential: ConsoleCredential }) =>
  usesOf(credential, ', ') || <span className="console-quiet">Not used</span>

const columns: readonly Column<ConsoleCredential>[] = [
  {
    header: 'Name',
    isRowHeader: true,
    className: 'credential-name',
    cell(credential) {
      const { name, use, hosts, value_exists, expires_at } = credential
      const expiry = expiryTone(expires_at)
      return (
        <>
          {name}
          <div className="credential-brief soft-xs is-narrow">
            <p>
              {kindText(use.kind)}
              {hosts.length > 0 && ` to ${hosts.join(', ')}`}
            </p>
            <p>
              <Used credential={credential} />
            </p>
            {(expiry === 'soon' || expiry === 'past') && <Expiry at={expires_at} />}
          </div>
          {!value_exists && <Status icon="warn" tone="warn" text="Needs a value" />}
        </>
      )
    },
  },
  { header: 'Kind', from: 'tablet', cell: ({ use }) => kindText(use.kind) },
  {
    header: 'Hosts',
    from: 'tablet',
    className: 'console-mono',
    cell: ({ hosts }) => hosts.join(' ') || <span className="console-quiet">None</span>,
  },
  {
    header: 'Used by',
    from: 'tablet',
    className: 'credential-users-cell',
    cell(credential) {
      const profiles = credential.profiles.map(({ description }) => `“${description}”`)
      const named = [...profiles, ...credential.skills, moreOf(credential)].filter(Boolean).join(', ')
      return (
        <>
          <Used credential={credential} />
          {named !== '' && <small>{named}</small>}
        </>
      )
    },
  },
  {
    header: 'Last used',
    cell: ({ last_used_at }) => <LastUse at={last_used_at} />,
  },
  { header: 'Updated', from: 'desktop', cell: ({ updated_at }) => <Moment at={updated_at} /> },
  { header: 'Expires', from: 'tablet', cell: ({ expires_at }) => <Expiry at={expires_at} /> },
]

const known = {
  show: z.enum(shownKinds),
  used: z.string(),
  expires: z.enum(expiries),
  text: z.string(),
}

const Shown = z.object({ show: known.show.default('all'), expires: known.expires.nullable().default(null) })

/** All credentials. Values can be entered, but are never shown. */
export function CredentialsPage() {
  const all = useCredentials().data
  const stored = all?.credentials ?? []
  const textOf = (name: string, which: ShownKind) => `${name} ${stored.filter((one) => isShown(one, which)).length}`
  return (
    <ResourcePage
      title="Credentials"
      note="Values are stored encrypted and never shown, not even to you."
      path="/credentials"
      answer={ConsoleCredentials}
      query={known}
      asks={['used', 'text']}
      pollMs={() => readAgainMs}
      adds={{
        text: 'Add credential',
        form: (close) => <AddCredential onClose={close} />,
      }}
      intro={<NextToExpire credentials={stored} />}
      {...(stored.length > 0 && {
        filters: (fieldOf) => {
          const show = fieldOf('show')
          return (
            <>
              <Segment
                label="Show"
                name="shown"
                value={show.value ?? 'all'}
                options={[
                  { value: 'all', text: textOf('All', 'all') },
                  { value: 'secrets', text: textOf('Secrets', 'secrets') },
                  { value: 'settings', text: textOf('Settings', 'settings') },
                ]}
                onChange={(value) => show.onChoose(value === 'all' ? '' : value)}
              />
              <Choice label="Used by" options={all?.users} {...fieldOf('used')} />
              <Choice label="Expires" options={Object.entries(expiryNames)} {...fieldOf('expires')} />
              <Words label="Name, host or profile" {...fieldOf('text')} />
            </>
          )
        },
      })}
      above={({ searched }) =>
        searched === 'newest' && (
          <p className="console-note">
            Many profiles have this text: only the keys of the newest {mostNamed.toLocaleString('en')} of them were
            looked up.
          </p>
        )
      }
      className="credential-table"
      columns={columns}
      sorted={{ column: 'Name', direction: 'ascending' }}
      rowsOf={({ credentials }, chosen) => filterCredentials(credentials, Shown.parse(Object.fromEntries(chosen)))}
      idOf={({ name }) => name}
      opens={{
        text: 'Edit',
        closeText: 'Close',
        about: ({ name }) => name,
        panel: (credential, close) => <CredentialPanel credential={credential} onClose={close} />,
      }}
      empty={() =>
        all?.credentials.length === 0 ? (
          <>
            <b>No credential is stored yet.</b> Add the first one: agents and skills then use it by its name, and never
            see its value.
          </>
        ) : (
          'No credential matches these filters.'
        )
      }
      foot={
        all && (
          <div className="console-columns credential-columns">
            <KeyRing />
            <Precedence environment={all.environment} unnamed={all.unnamed} />
          </div>
        )
      }
    />
  )
}

function NextToExpire({ credentials }: Pick<ConsoleCredentials, 'credentials'>) {
  const now = new Date().toISOString()
  const [next] = credentials
    .flatMap(({ name, expires_at }) => (expires_at !== null && expires_at > now ? [{ name, expires_at }] : []))
    .sort((a, b) => a.expires_at.localeCompare(b.expires_at))
  if (next === undefined) return null
  return (
    <p className="console-note">
      Next to expire: <span className="console-mono">{next.name}</span>, <Expiry at={next.expires_at} />
    </p>
  )
}

/** The form of a new credential. */
export function AddCredential({ onClose }: { onClose: () => void }) {
  const say = useDone()
  const onDone = (name: string) => {
    onClose()
    say(`${name} was added.`)
  }
  const { form, submit, error, isPending } = useCredentialForm({ stored: null, onDone })
  useEffect(() => form.setFocus('name'), [form])
  return (
    <section className="console-box" aria-label="Add credential">
      <h2>Add credential</h2>
      <ConsoleForm
        onSubmit={submit}
        submit={['Add credential', 'Adding …']}
        isBusy={isPending}
        error={error}
        failure="The credential was not added."
        onCancel={onClose}
      >
        <div className="console-fields">
          <TextField
            label="Name"
            placeholder="REPORTS_API_KEY"
            hint="Scripts and skills ask for it by this name. It cannot be changed."
            className="field-input mono"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={form.formState.errors.name?.message}
            {...form.register('name')}
          />
          <TextField
            label="Description"
            hint="For operators."
            error={form.formState.errors.description?.message}
            {...form.register('description')}
          />
        </div>
        <CredentialFields form={form} id="new" />
      </ConsoleForm>
    </section>
  )
}

'use client'

import { useSearchParams } from 'next/navigation'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { useEffect, useRef, useState } from 'react'
import { useCredentials } from '#lib/console/client/use-credentials.ts'
import type { ConsoleCredentials } from '#lib/console/model/console-credential.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleForm } from '../console-form.tsx'
import { ConsoleBox, ConsolePage, EmptyList, Saying } from '../console-page.tsx'
import { Expiry } from '../moment.tsx'
import { QueryState } from '../query-state.tsx'
import { Adder } from '../resources/resource-page.tsx'
import { CredentialFields } from './credential-fields.tsx'
import { CredentialTable } from './credential-table.tsx'
import { KeyRing } from './key-ring.tsx'
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

/** All credentials. Values can be entered, but are never shown. A URL parameter opens the form for a new credential. */
export function CredentialsPage() {
  const query = useCredentials()
  const [isAdding, setIsAdding] = useState(useSearchParams().has('add'))
  const adder = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsAdding(false)
    // Otherwise, Back to this page would open the form again.
    const url = new URL(location.href)
    url.searchParams.delete('add')
    history.replaceState(null, '', url)
    adder.current?.focus()
  }
  return (
    <ConsolePage
      title="Credentials"
      end={<Adder opener={adder} text="Add credential" isOpen={isAdding} onPress={() => setIsAdding(!isAdding)} />}
      note="Values are stored encrypted and never shown, not even to you."
    >
      {isAdding && (
        <Saying>
          {(say) => (
            <AddCredential
              onCancel={close}
              onDone={(name) => {
                close()
                say(`${name} was added.`)
              }}
            />
          )}
        </Saying>
      )}
      <QueryState query={query} name="Credentials">
        {(page) => <Loaded page={page} />}
      </QueryState>
    </ConsolePage>
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

function Loaded({ page }: { page: ConsoleCredentials }) {
  const { credentials, environment, unnamed } = page
  return (
    <>
      {credentials.length === 0 ? (
        <EmptyList label="No credentials">
          <b>No credential is stored yet.</b> Add the first one: agents and skills then use it by its name, and never
          see its value.
        </EmptyList>
      ) : (
        <NuqsAdapter>
          <NextToExpire credentials={credentials} />
          <CredentialTable page={page} />
        </NuqsAdapter>
      )}
      <div className="console-columns credential-columns">
        <KeyRing />
        <Precedence environment={environment} unnamed={unnamed} />
      </div>
    </>
  )
}

/** The form of a new credential. `onDone` gets the credential's name. */
export function AddCredential({ onDone, onCancel }: { onDone: (name: string) => void; onCancel: () => void }) {
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
        onCancel={onCancel}
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

'use client'

import { useSearchParams } from 'next/navigation'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { useRef, useState } from 'react'
import { useCredentials } from '#lib/console/client/use-credentials.ts'
import type { ConsoleCredentials } from '#lib/console/model/console-credential.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ConsolePage, type DoneNote, EmptyList } from '../console-page.tsx'
import { Expiry } from '../expiry.tsx'
import { QueryState } from '../query-state.tsx'
import { AddCredential } from './add-credential.tsx'
import { CredentialTable } from './credential-table.tsx'
import { KeyRing } from './key-ring.tsx'
import { Precedence } from './precedence.tsx'

/** All credentials. Values can be entered, but are never shown. A URL parameter opens the form for a new credential. */
export function CredentialsPage() {
  const query = useCredentials()
  const [isAdding, setIsAdding] = useState(useSearchParams().has('add'))
  const [done, setDone] = useState<DoneNote>('')
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
      end={
        <Button
          ref={adder}
          size="sm"
          aria-expanded={isAdding}
          onClick={() => {
            setIsAdding(!isAdding)
            setDone('')
          }}
        >
          <Icon name="plus" small />
          Add credential
        </Button>
      }
      note="Values are stored encrypted and never shown, not even to you."
      done={done}
      onDone={setDone}
    >
      {isAdding && (
        <AddCredential
          onCancel={close}
          onDone={(name) => {
            close()
            setDone(`${name} was added.`)
          }}
        />
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

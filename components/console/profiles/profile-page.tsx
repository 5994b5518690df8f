'use client'

import { type ReactNode, useRef, useState } from 'react'
import type { ConsoleProfilePage } from '#lib/agents/model/console-profile.ts'
import { useProfile } from '#lib/console/client/use-profiles.ts'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ConsoleBox, ConsolePage } from '../console-page.tsx'
import { focusPage } from '../focus-page.ts'
import { Moment } from '../moment.tsx'
import { QueryState } from '../query-state.tsx'
import { AgentWords } from './agent-words.tsx'
import { CopyId } from './copy-id.tsx'
import { ExpiryForm } from './expiry-form.tsx'
import { HostList } from './host-list.tsx'
import { type Filling, KeyList } from './key-list.tsx'
import { LimitFacts, LimitsForm } from './limits-form.tsx'
import { LockBox } from './lock-box.tsx'
import { ProfileState } from './profile-state.tsx'
import { Proposals } from './proposals.tsx'
import { RevokeProfile } from './revoke-profile.tsx'
import { UnsavedForms } from './unsaved-forms.tsx'
import { WhatItMay } from './what-it-may.tsx'

/** A profile: the keys and hosts that its agent requested, the values of the keys, and decisions about the profile. */
export function ProfilePage({ id }: { id: string }) {
  const query = useProfile(id)
  const [isAsking, setIsAsking] = useState(false)
  const [done, setDone] = useState('')
  const revoker = useRef<HTMLButtonElement>(null)
  const state = query.data?.profile.state
  const keep = () => {
    setIsAsking(false)
    revoker.current?.focus()
  }
  return (
    <ConsolePage
      parent={{ href: '/console/profiles', text: 'Profiles' }}
      title={
        <>
          Profile <span className="console-mono">{id}</span> {state && <ProfileState state={state} />}
        </>
      }
      end={
        state !== undefined &&
        state !== 'revoked' && (
          <>
            <CopyId id={id} />
            <Button ref={revoker} size="sm" variant="stop" aria-expanded={isAsking} onClick={() => setIsAsking(true)}>
              Revoke
            </Button>
          </>
        )
      }
    >
      <p className="console-done" role="status">
        {done}
      </p>
      <QueryState query={query} name="The profile" wayOut={{ href: '/console/profiles', text: 'All profiles' }}>
        {(page) => (
          <>
            {isAsking && (
              <RevokeProfile
                page={page}
                onKeep={keep}
                onRevoked={() => {
                  setIsAsking(false)
                  setDone('The profile is revoked. What ran for it has ended.')
                  focusPage()
                }}
              />
            )}
            <UnsavedForms>
              <Loaded page={page} onDone={setDone} />
            </UnsavedForms>
          </>
        )}
      </QueryState>
    </ConsolePage>
  )
}

function Loaded({ page, onDone }: { page: ConsoleProfilePage; onDone: (sentence: string) => void }) {
  const { profile, activity } = page
  const [filling, setFilling] = useState<Filling>(null)
  const isOpen = profile.state === 'unlocked'
  return (
    <div className="profile-columns">
      <div className="console-stack">
        <section className="console-box" aria-label="About">
          <AgentWords>{profile.description}</AgentWords>
          <Facts page={page} />
        </section>
        {!isOpen && <Proposals profile={profile} onDone={onDone} />}
        <KeyList profile={profile} filling={filling} onDone={onDone} />
        <HostList profile={profile} onDone={onDone} />
        <ConsoleBox title="Limits and expiry" note="of each execution">
          {isOpen ? <LimitsForm page={page} onDone={onDone} /> : <LimitFacts page={page} />}
          {profile.state !== 'revoked' && <ExpiryForm key={profile.expires_at} profile={profile} onDone={onDone} />}
        </ConsoleBox>
      </div>
      <div className="console-stack">
        {isOpen && (
          <LockBox
            profile={profile}
            onFillIn={(name) => setFilling({ name })}
            onLocked={() => {
              onDone('The profile is locked. Its agent can run scripts now.')
              focusPage()
            }}
          />
        )}
        <WhatItMay page={page} />
        <ConsoleBox
          title="Executions"
          note={activity.total === 0 ? 'none yet' : `${activity.total.toLocaleString('en')} so far`}
        >
          <div className="console-text quiet">
            {activity.last_at === null ? (
              <p>{isOpen ? 'Scripts run only after you lock the profile.' : 'Its agent has sent no script yet.'}</p>
            ) : (
              <p>
                The last one at <Moment at={activity.last_at} />.{' '}
                <TextLink href={`/console/executions?profile=${profile.id}`}>See all of them</TextLink>
              </p>
            )}
          </div>
        </ConsoleBox>
        {isOpen && <Proposals profile={profile} onDone={onDone} />}
      </div>
    </div>
  )
}

function Facts({ page: { profile, activity } }: { page: ConsoleProfilePage }) {
  const { created_at, locked_at, revoked_at, version, keys, hosts } = profile
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Created', <Moment key="created" at={created_at} />],
    ...(locked_at === null ? [] : [['Locked', <Moment key="locked" at={locked_at} />] as const]),
    ...(revoked_at === null ? [] : [['Revoked', <Moment key="revoked" at={revoked_at} />] as const]),
    ['Version', String(version)],
    ['Keys', String(keys.length)],
    ['Hosts', String(hosts.length)],
    ['Executions', activity.total.toLocaleString('en')],
  ]
  return (
    <dl className="fact-row">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

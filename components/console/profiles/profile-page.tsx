'use client'

import { useState } from 'react'
import { ConsoleProfile, type ConsoleProfilePage } from '#lib/agents/model/console-profile.ts'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { useProfile } from '#lib/console/client/use-profiles.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Clamped } from '../actor.tsx'
import { ConsoleBox, ConsolePage, Facts, Saying, useDone } from '../console-page.tsx'
import { focusPage } from '../focus-page.ts'
import { Moment } from '../moment.tsx'
import { QueryState } from '../query-state.tsx'
import { RevokeQuestion } from '../revoke-question.tsx'
import { CopyId } from './copy-id.tsx'
import { DeleteProfile } from './delete-profile.tsx'
import { ExpiryForm } from './expiry-form.tsx'
import { HostList } from './host-list.tsx'
import { type Filling, KeyList } from './key-list.tsx'
import { LimitFacts, LimitsForm } from './limits-form.tsx'
import { LockBox } from './lock-box.tsx'
import { ProfileState, QuotedWords } from './profile-state.tsx'
import { Proposals } from './proposals.tsx'
import { ScriptFacts, ScriptsForm } from './scripts-form.tsx'
import { UnsavedForms } from './unsaved-forms.tsx'
import { WhatItMay } from './what-it-may.tsx'

/** A profile: the keys and hosts that its agent requested, the values of the keys, and decisions about the profile. */
export function ProfilePage({ id }: { id: string }) {
  const query = useProfile(id)
  const revoke = useConsoleChange(ConsoleProfile, `/profiles/${id}/revoke`)
  const [isAsking, setIsAsking] = useState(false)
  const state = query.data?.profile.state
  const onRevoked = (say: (sentence: string) => void) => {
    setIsAsking(false)
    say('The profile is revoked. What ran for it has ended.')
  }
  return (
    <ConsolePage
      parent={{ href: '/console/profiles', text: 'Profiles' }}
      title={
        <>
          {query.data ? <Clamped>{query.data.profile.description}</Clamped> : 'Profile'}{' '}
          <span className="console-chip console-mono">{id}</span>{' '}
          {query.data && <ProfileState profile={query.data.profile} />}
        </>
      }
      end={
        state !== undefined &&
        state !== 'revoked' && (
          <>
            <CopyId id={id} />
            <Button size="sm" variant="stop" aria-expanded={isAsking} onClick={() => setIsAsking(true)}>
              Revoke
            </Button>
          </>
        )
      }
    >
      <QueryState query={query} name="The profile" wayOut={{ href: '/console/profiles', text: 'All profiles' }}>
        {(page) => (
          <>
            {isAsking && (
              <Saying>
                {(say) => (
                  <RevokeQuestion
                    question="Revoke this profile?"
                    what="profile"
                    request={revoke}
                    onKeep={() => setIsAsking(false)}
                    onRevoke={() => revoke.mutate(undefined, { onSuccess: () => onRevoked(say) })}
                  >
                    Its id stops working. {runningText(page.activity)} You cannot undo this. Credentials stay for others
                    that use them.
                  </RevokeQuestion>
                )}
              </Saying>
            )}
            <UnsavedForms>
              <Loaded page={page} />
            </UnsavedForms>
          </>
        )}
      </QueryState>
    </ConsolePage>
  )
}

function runningText({ running, awaiting_llm }: ConsoleProfilePage['activity']): string {
  if (running + awaiting_llm === 0) return 'Nothing runs for it now.'
  const parts = [
    running > 0 && `${counted(running, 'execution')} that ${running === 1 ? 'runs' : 'run'}`,
    awaiting_llm > 0 && `${awaiting_llm} that ${awaiting_llm === 1 ? 'waits' : 'wait'} for an answer`,
  ]
  return `It ends ${parts.filter(Boolean).join(' and ')} within a second.`
}

function Loaded({ page }: { page: ConsoleProfilePage }) {
  const say = useDone()
  const { profile, activity } = page
  const { created_at, locked_at, revoked_at, version, keys, hosts } = profile
  const [filling, setFilling] = useState<Filling>(null)
  const isOpen = profile.state === 'unlocked'
  return (
    <div className="profile-columns">
      <div className="console-stack">
        {profile.unreadable && (
          <Notice tone="stop">
            This version of the app cannot read {profile.unreadable.join(', ')}, so no script of this profile runs.
            Revoke it, and let its agent ask for another one.
          </Notice>
        )}
        <section className="console-box" aria-label="About">
          <QuotedWords by={profile.described_by_operator ? 'operator' : 'agent'}>{profile.description}</QuotedWords>
          <Facts
            className="fact-row"
            facts={{
              Created: <Moment at={created_at} />,
              Locked: locked_at && <Moment at={locked_at} />,
              Revoked: revoked_at && <Moment at={revoked_at} />,
              Version: version,
              Keys: keys.length,
              Hosts: hosts.length,
              Executions: activity.total.toLocaleString('en'),
            }}
          />
        </section>
        {!isOpen && <Proposals profile={profile} />}
        <KeyList profile={profile} filling={filling} />
        <HostList profile={profile} />
        <ConsoleBox title="Limits and expiry" note="of each execution">
          {isOpen ? <LimitsForm page={page} /> : <LimitFacts page={page} />}
          {profile.state !== 'revoked' && <ExpiryForm profile={profile} />}
        </ConsoleBox>
        <ConsoleBox title="Scripts" note="language and runtime">
          {profile.state === 'revoked' ? <ScriptFacts profile={profile} /> : <ScriptsForm profile={profile} />}
        </ConsoleBox>
      </div>
      <div className="console-stack">
        {isOpen && (
          <LockBox
            profile={profile}
            onFillIn={(name) => setFilling({ name })}
            onLocked={() => {
              say('The profile is locked. Its agent can run scripts now.')
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
        {isOpen && <Proposals profile={profile} />}
        {profile.state === 'revoked' && <DeleteProfile page={page} />}
      </div>
    </div>
  )
}

'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import {
  ConsoleProfile,
  ConsoleProfiles,
  type ProfileRow,
  RevokedProfiles,
  type RevokeUnlocked,
  SetupCode,
} from '#lib/agents/model/console-profile.ts'
import { callConsole } from '#lib/console/client/call-console.ts'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { readAgainMs } from '#lib/console/client/use-profiles.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Clamped } from '../actor.tsx'
import { ActionButton, Failure } from '../console-form.tsx'
import { ConsoleBox, useDone } from '../console-page.tsx'
import type { Column } from '../console-table.tsx'
import { focusOn } from '../focus-page.ts'
import { Expiry, Moment } from '../moment.tsx'
import { ResourcePage } from '../resources/resource-page.tsx'
import type { Bulk } from '../resources/resource-table.tsx'
import { RevokeQuestion, revoke } from '../revoke-question.tsx'
import { Status } from '../status.tsx'
import { NewProfile } from './new-profile.tsx'
import { missingOf, ProfileState } from './profile-state.tsx'

/** The code with which agents on other machines create profiles. It is fetched on the click. */
export function SetupCodeBox() {
  const shown = useMutation({ mutationFn: () => callConsole(SetupCode, '/setup-code', { method: 'POST' }) })
  return (
    <ConsoleBox title="Agents on other machines" note="need the setup code">
      <div className="console-text">
        <p className="quiet">
          An agent on this machine creates a profile without a code. Hand the setup code to those who run an agent
          elsewhere; a profile alone cannot run anything until you lock it.
        </p>
        {shown.data === undefined ? (
          <div>
            <ActionButton size="sm" isOff={shown.isPending} onClick={() => shown.mutate()}>
              {shown.isPending ? 'Reading …' : 'Show setup code'}
            </ActionButton>
          </div>
        ) : (
          <p ref={focusOn} role="status" tabIndex={-1}>
            {shown.data.is_open ? (
              'Everybody may create a profile: TRAVEL_OPEN_PROFILES is true.'
            ) : (
              <code className="mono setup-code">
                {shown.data.header}: {shown.data.code}
              </code>
            )}
          </p>
        )}
        <Failure error={shown.error}>The setup code could not be read.</Failure>
      </div>
    </ConsoleBox>
  )
}

const columns: readonly Column<ProfileRow>[] = [
  {
    header: 'What it is for',
    isRowHeader: true,
    cell: ({ id, description }) => (
      <>
        <PageLink className="profile-link" href={`/console/profiles/${id}`}>
          <Clamped>{`“${description}”`}</Clamped>
        </PageLink>
        <small className="console-mono">{id}</small>
      </>
    ),
  },
  {
    header: 'State',
    cell: (profile) => (
      <>
        <ProfileState profile={profile} />
        <Waiting profile={profile} />
      </>
    ),
  },
  {
    header: 'Keys',
    from: 'tablet',
    cell: ({ keys }) => `${keys.length - missingOf({ keys }).length} of ${keys.length} with a value`,
  },
  { header: 'Hosts', from: 'tablet', className: 'console-mono', cell: ({ hosts }) => hosts.join(', ') || '–' },
  { header: 'Created', from: 'tablet', cell: ({ created_at }) => <Moment at={created_at} /> },
  { header: 'Expires', from: 'desktop', cell: ({ expires_at }) => <Expiry at={expires_at} /> },
]

/** What the operator has to do: the number of keys without a value, or of proposals to decide. */
function Waiting({ profile }: { profile: ProfileRow }) {
  const missing = missingOf(profile).length
  const proposals = profile.waiting_proposals
  const isOver = profile.state === 'revoked' || profile.state === 'expired'
  if (isOver || missing + proposals === 0) return null
  const text =
    missing > 0 ? `${counted(missing, 'key')} without a value` : `${counted(proposals, 'proposal')} to decide`
  return <Status icon="warn" tone="warn" text={text} className="profile-waiting" />
}

const bulk: Bulk<ProfileRow> = {
  what: 'profile',
  nameOf: ({ id }) => id,
  deeds: [
    {
      label: (count) => `Revoke ${count}`,
      verb: revoke,
      fits: ({ state }) => state === 'unlocked' || state === 'locked',
      call: ({ id }) => ({ path: `/profiles/${id}/revoke`, answer: ConsoleProfile }),
      effect: 'Their ids stop working at once, and what runs for them ends. You cannot undo this.',
      isFinal: true,
    },
  ],
  unfit: 'Profiles that are revoked or expired have ended already.',
}

/** All profiles, page by page, the newest first. */
export const ProfilesPage = () => (
  <ResourcePage
    title="Profiles"
    note="What each agent’s scripts may use and reach. Agents ask; you fill in and lock."
    path="/profiles"
    answer={ConsoleProfiles}
    query={{ after: z.string() }}
    pollMs={() => readAgainMs}
    adds={{ text: 'New profile', form: (close) => <NewProfile onCancel={close} /> }}
    className="profile-table"
    columns={columns}
    rowsOf={({ profiles }) => profiles}
    idOf={({ id }) => id}
    nextOf={({ next }) => next}
    bulk={() => bulk}
    below={({ profiles, unlocked_days: days }, isFirst) => (
      <>
        <p className="console-note">
          A profile that nobody locks ends after a day, and is deleted {counted(days, 'day')} after it was created.
        </p>
        {isFirst && <RevokeAllUnlocked profiles={profiles} />}
      </>
    )}
    empty={({ isOlder }) =>
      isOlder ? (
        'There are no older profiles.'
      ) : (
        <>
          <b>No agent has asked for a profile yet.</b> Give an agent the address of this app and let it read{' '}
          <span className="mono">/skill.md</span>: it then asks for the keys and hosts that it needs, and its profile
          appears here.
        </>
      )
    }
    foot={<SetupCodeBox />}
  />
)

/** Revokes all unlocked profiles at once. `profiles`: those that the page shows, the newest first. */
export function RevokeAllUnlocked({ profiles }: { profiles: readonly ProfileRow[] }) {
  const revoke = useConsoleChange(RevokedProfiles, (_: RevokeUnlocked) => '/profiles/revoke-unlocked')
  const say = useDone()
  const [created_until, setUntil] = useState<string>()
  const newest = profiles.find(({ state }) => state === 'unlocked')
  if (created_until === undefined) {
    return newest === undefined ? null : (
      <div className="action-row">
        <Button size="sm" variant="stop" onClick={() => setUntil(newest.created_at)}>
          Revoke all unlocked
        </Button>
      </div>
    )
  }
  return (
    <RevokeQuestion
      question="Revoke all unlocked profiles?"
      what="profiles"
      isMany
      request={revoke}
      onKeep={() => setUntil(undefined)}
      onRevoke={() =>
        revoke.mutate(
          { created_until },
          {
            onSuccess({ revoked }) {
              setUntil(undefined)
              say(`${counted(revoked, 'profile')} revoked.`)
            },
          },
        )
      }
    >
      Their ids stop working, also those on older pages. Nothing has run for them. You cannot undo this.
    </RevokeQuestion>
  )
}

'use client'

import { useSearchParams } from 'next/navigation'
import type { ProfileRow } from '#lib/agents/model/console-profile.ts'
import { useProfiles } from '#lib/console/client/use-profiles.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { ConsolePage } from '../console-page.tsx'
import { Expiry } from '../expiry.tsx'
import { Moment } from '../moment.tsx'
import { Pager } from '../pager.tsx'
import { QueryState } from '../query-state.tsx'
import { Status } from '../status.tsx'
import { missingOf } from './profile-facts.ts'
import { ProfileState } from './profile-state.tsx'
import { SetupCodeBox } from './setup-code.tsx'

/** All profiles, page by page, the newest first. */
export function ProfilesPage() {
  const query = useSearchParams()
  const page = useProfiles(query)
  return (
    <ConsolePage title="Profiles">
      <p className="console-note">What each agent’s scripts may use and reach. Agents ask; you fill in and lock.</p>
      <QueryState query={page} name="Profiles">
        {({ profiles, next }) => (
          <>
            {profiles.length === 0 ? <NoProfiles /> : <ProfileTable profiles={profiles} />}
            <Pager query={query} next={next} />
          </>
        )}
      </QueryState>
      <SetupCodeBox />
    </ConsolePage>
  )
}

const NoProfiles = () => (
  <section className="console-box console-empty" aria-label="No profiles">
    <p>
      <b>No agent has asked for a profile yet.</b> Give an agent the address of this app and let it read{' '}
      <span className="mono">/skill.md</span>: it then asks for the keys and hosts that it needs, and its profile
      appears here.
    </p>
  </section>
)

function ProfileTable({ profiles }: { profiles: readonly ProfileRow[] }) {
  return (
    <section className="console-box" aria-label="Profiles">
      <table className="console-table profile-table">
        <thead>
          <tr>
            <th>In the agent’s words</th>
            <th>State</th>
            <th className="is-second">Keys</th>
            <th className="is-second">Hosts</th>
            <th className="is-second">Created</th>
            <th className="is-third">Expires</th>
          </tr>
        </thead>
        <tbody>
          {profiles.map((profile) => (
            <tr key={profile.id}>
              <th scope="row">
                <PageLink className="profile-link" href={`/console/profiles/${profile.id}`}>
                  “{profile.description}”
                </PageLink>
                <small className="console-mono">{profile.id}</small>
              </th>
              <td>
                <ProfileState state={profile.state} />
                <Waiting profile={profile} />
              </td>
              <td className="is-second">
                {profile.keys.length - missingOf(profile).length} of {profile.keys.length} with a value
              </td>
              <td className="is-second console-mono">{profile.hosts.join(', ') || '–'}</td>
              <td className="is-second">
                <Moment at={profile.created_at} />
              </td>
              <td className="is-third">
                <Expiry at={profile.expires_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What the operator has to do: the number of keys without a value, or of proposals to decide. */
function Waiting({ profile }: { profile: ProfileRow }) {
  const missing = missingOf(profile).length
  const proposals = profile.waiting_proposals
  const isOver = profile.state === 'revoked' || profile.state === 'expired'
  if (isOver || missing + proposals === 0) return null
  return (
    <Status icon="warn" tone="warn" className="profile-waiting">
      {missing > 0 ? `${counted(missing, 'key')} without a value` : `${counted(proposals, 'proposal')} to decide`}
    </Status>
  )
}

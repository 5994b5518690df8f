import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConsoleProfile, ConsoleProfilePage, ConsoleProposalPage } from '#lib/agents/model/console-profile.ts'
import type { ProposalView } from '#lib/agents/model/profile-schema.ts'
import { whenOf } from '#lib/console/client/console-time.ts'
import { showChange, useConsoleChange, useConsoleQuery } from '#lib/console/client/use-console.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { ActionButton, Failure } from '../console-form.tsx'
import { ConsoleBox, useDone } from '../console-page.tsx'
import { focusPage } from '../focus-page.ts'
import { Moment } from '../moment.tsx'
import { QueryState } from '../query-state.tsx'
import { placeWords } from './key-places.tsx'
import { QuotedWords, waitingOf } from './profile-state.tsx'

type Decision = { readonly proposalId: string; readonly verdict: Verdict }

const shownDecision = showChange('/profiles', ConsoleProfilePage, (page, { proposalId, verdict }: Decision) => ({
  ...page,
  profile: {
    ...page.profile,
    proposals: page.profile.proposals.map((one) => (one.proposal_id === proposalId ? { ...one, state: verdict } : one)),
  },
}))

/** The changes that the agent of a locked profile proposes. Applying one creates a new version of the profile. */
export function Proposals({ profile }: { profile: ConsoleProfile }) {
  const say = useDone()
  const { id, proposals, proposals_total, older_proposals: older } = profile
  // Not in `Decide`, because a decision that is shown at once removes the buttons, also if the server then refuses it.
  const decide = useConsoleChange(ConsoleProfile, ({ proposalId }: Decision) => `/proposals/${proposalId}`, {
    body: ({ verdict }) => ({ verdict }),
    shows: shownDecision,
  })
  const answer = (proposal: ProposalView, verdict: Verdict) => {
    const said = `${whatOf(proposal)}: ${outcomes[verdict].toLowerCase()}.`
    decide.mutate({ proposalId: proposal.proposal_id, verdict }, { onSuccess: () => say(said) })
    focusPage()
  }
  const waiting = waitingOf(profile)
  const decided = proposals.filter(({ state }) => state !== 'pending').reverse()
  const all = proposals_total - waiting.length
  const shown = older === null ? '' : `, of which the latest ${decided.length} are below`
  return (
    <ConsoleBox
      id="proposals"
      title="Proposals"
      note={`${waiting.length} waiting, ${all.toLocaleString('en')} decided or lapsed${shown}`}
    >
      {proposals.length === 0 && (
        <p className="console-empty">
          {profile.state === 'locked' &&
            'None. The agent can ask here for another key or host; a request lapses after 7 days.'}
          {profile.state === 'unlocked' &&
            'Once the profile is locked, the agent can ask here for another key or host.'}
          {(profile.state === 'revoked' || profile.state === 'expired') && 'None.'}
        </p>
      )}
      <Failure error={decide.error}>Nothing was decided.</Failure>
      <ul className="proposal-list">
        {waiting.map((proposal) => (
          <Proposal key={proposal.proposal_id} proposal={proposal}>
            <Decide
              proposal={proposal}
              profile={profile}
              isBusy={decide.isPending}
              onDecide={(verdict) => answer(proposal, verdict)}
            />
          </Proposal>
        ))}
        {decided.map((proposal) => (
          <Proposal key={proposal.proposal_id} proposal={proposal} />
        ))}
      </ul>
      {older !== null && <OlderProposals profileId={id} after={older} />}
    </ConsoleBox>
  )
}

/** A button that loads the next page of older proposals below the others. */
function OlderProposals({ profileId, after }: { profileId: string; after: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <OlderPage profileId={profileId} after={after} />
  return (
    <p className="proposal-older">
      <Button size="sm" onClick={() => setIsOpen(true)}>
        Show older proposals
      </Button>
    </p>
  )
}

function OlderPage({ profileId, after }: { profileId: string; after: string }) {
  // A new decision shifts where they begin: until the new page arrives, the previous one stays. They change no more.
  const path = `/profiles/${profileId}/proposals?${new URLSearchParams({ after })}`
  const query = useConsoleQuery(ConsoleProposalPage, path, { keepsPrevious: true })
  const list = useRef<HTMLUListElement>(null)
  const isLoaded = query.data !== undefined
  // The pressed button is gone, so the focus moves to the new list.
  useEffect(() => {
    if (isLoaded) list.current?.focus()
  }, [isLoaded])
  return (
    <QueryState query={query} name="Older proposals">
      {({ proposals, next }) => (
        <>
          <ul ref={list} className="proposal-list" tabIndex={-1} aria-label="Older proposals">
            {proposals.map((proposal) => (
              <Proposal key={proposal.proposal_id} proposal={proposal} />
            ))}
          </ul>
          {next !== null && <OlderProposals profileId={profileId} after={next} />}
        </>
      )}
    </QueryState>
  )
}

const outcomes = { applied: 'Applied', rejected: 'Rejected', lapsed: 'Lapsed' } as const

function whatOf({ key, host, places }: ProposalView): string {
  if (key === null) return `Contact ${host}`
  const also = places.map((place) => `, also in ${placeWords[place].label}`)
  return `Use the key ${key}${also.join('')}`
}

/** One proposal. `children`: the buttons that decide it, shown while it is pending. */
function Proposal({ proposal, children }: { proposal: ProposalView; children?: ReactNode }) {
  const { key, places, description, state } = proposal
  return (
    <li className={classes('proposal', state === 'pending' && 'is-waiting')}>
      <Icon name={key === null ? moreIcons.globe : moreIcons.key} />
      <div>
        <b>{key === null ? whatOf(proposal) : `Use the key ${key}`}</b>
        <QuotedWords inline>{description}</QuotedWords>
        {places.map((place) => (
          <p key={place}>
            Scripts may use it in {placeWords[place].label}.{' '}
            <span className="console-quiet">{placeWords[place].risk}</span>
          </p>
        ))}
      </div>
      {state === 'pending' ? children : <span className="console-quiet">{outcomes[state]}</span>}
    </li>
  )
}

type Verdict = 'applied' | 'rejected'

interface DecideProps {
  proposal: ProposalView
  profile: ConsoleProfile
  isBusy: boolean
  onDecide: (verdict: Verdict) => void
}

/** Why a proposal of a profile in this state cannot be applied. */
const barred: Partial<Record<ConsoleProfile['state'], string>> = {
  revoked: 'Cannot be applied: the profile is revoked.',
  expired: 'The profile has expired: give it a later expiry to apply this.',
}

/** The buttons that decide a proposal. A proposal of a revoked or expired profile can only be rejected. */
function Decide({ proposal, profile, isBusy, onDecide }: DecideProps) {
  const { expires_at } = proposal
  const what = whatOf(proposal)
  const why = barred[profile.state]
  const nextVersion = profile.version + 1
  return (
    <div className="proposal-actions row-wrap">
      <span className="console-due">
        {why ?? (
          <>
            Lapses {whenOf(expires_at) ?? 'now'}, <Moment at={expires_at} precision="day" />
          </>
        )}
      </span>
      <ActionButton size="sm" aria-label={`Reject: ${what}`} isOff={isBusy} onClick={() => onDecide('rejected')}>
        Reject
      </ActionButton>
      {why === undefined && (
        <ActionButton
          size="sm"
          variant="accent"
          aria-label={`Apply as version ${nextVersion}: ${what}`}
          isOff={isBusy}
          onClick={() => onDecide('applied')}
        >
          Apply as version {nextVersion}
        </ActionButton>
      )}
    </div>
  )
}

import { dayOf, whenOf } from '#lib/client/console/console-time.ts'
import { useDecideProposal } from '#lib/client/console/use-profiles.ts'
import type { ConsoleProfile } from '#lib/shared/console-profile.ts'
import type { ProposalView } from '#lib/shared/profile-schema.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { AgentWords } from './agent-words.tsx'
import { waitingOf } from './profile-facts.ts'

interface ProposalsProps {
  profile: ConsoleProfile
  onDone: (sentence: string) => void
}

/** The changes that the agent of a locked profile proposes. Applying one creates a new version of the profile. */
export function Proposals({ profile, onDone }: ProposalsProps) {
  const { proposals, version } = profile
  const waiting = waitingOf(profile)
  const decided = proposals.filter(({ state }) => state !== 'pending').reverse()
  return (
    <ConsoleBox title="Proposals" note={`${waiting.length} waiting, ${decided.length} decided`}>
      {proposals.length === 0 && (
        <p className="console-empty">
          {profile.locked
            ? 'None. The agent can ask here for another key or host; a request lapses after 7 days.'
            : 'Once the profile is locked, the agent can ask here for another key or host.'}
        </p>
      )}
      <ul className="proposal-list">
        {[...waiting, ...decided].map((proposal) => (
          <Proposal key={proposal.proposal_id} proposal={proposal} nextVersion={version + 1} onDone={onDone} />
        ))}
      </ul>
    </ConsoleBox>
  )
}

const outcomes = { applied: 'Applied', rejected: 'Rejected', lapsed: 'Lapsed' } as const

function Proposal({
  proposal,
  nextVersion,
  onDone,
}: {
  proposal: ProposalView
  nextVersion: number
  onDone: (sentence: string) => void
}) {
  const { proposal_id: proposalId, key, host, description, state, expires_at } = proposal
  const decide = useDecideProposal()
  const what = key === null ? `Contact ${host}` : `Use the key ${key}`
  const answer = (verdict: 'applied' | 'rejected') =>
    decide.mutate({ proposalId, verdict }, { onSuccess: () => onDone(`${what}: ${outcomes[verdict].toLowerCase()}.`) })
  return (
    <li className={classes('proposal', state === 'pending' && 'is-waiting')}>
      <Icon name={key === null ? 'globe' : 'key'} />
      <div>
        <b>{what}</b>
        <AgentWords inline>{description}</AgentWords>
        {decide.error && (
          <Notice tone="stop" role="alert">
            Nothing was decided. {decide.error.message}
          </Notice>
        )}
      </div>
      {state === 'pending' ? (
        <div className="proposal-actions">
          <span className="console-status-warn">
            Lapses {whenOf(expires_at) ?? 'now'}, {dayOf(expires_at)}
          </span>
          <Button
            size="sm"
            aria-label={`Reject: ${what}`}
            disabled={decide.isPending}
            onClick={() => answer('rejected')}
          >
            Reject
          </Button>
          <Button
            size="sm"
            variant="accent"
            aria-label={`Apply as version ${nextVersion}: ${what}`}
            disabled={decide.isPending}
            onClick={() => answer('applied')}
          >
            Apply as version {nextVersion}
          </Button>
        </div>
      ) : (
        <span className="console-quiet">{outcomes[state]}</span>
      )}
    </li>
  )
}

import type { ConsoleKey, ConsoleProfile } from '#lib/agents/model/console-profile.ts'
import type { ProposalView } from '#lib/agents/model/profile-schema.ts'
import { withoutHidden } from '#runner/contract/hidden-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { moreIcons } from '../../ui/more-icons.ts'

type State = ConsoleProfile['state']

export const stateTexts: Readonly<Record<State, string>> = {
  unlocked: 'Setting up',
  locked: 'Locked',
  expired: 'Expired',
  revoked: 'Revoked',
}
const tones = { unlocked: 'warn', locked: 'ok', expired: 'stop', revoked: 'stop' } as const
const icons = { unlocked: moreIcons.unlock, locked: moreIcons.lock, expired: 'clock', revoked: 'x' } as const

/** The state as an icon and words, and whether settings are unreadable. */
export const ProfileState = ({
  profile: { state, unreadable },
}: {
  profile: Pick<ConsoleProfile, 'state' | 'unreadable'>
}) => (
  <>
    <Badge tone={tones[state]} icon={icons[state]}>
      {stateTexts[state]}
    </Badge>
    {unreadable && (
      <>
        {' '}
        <Badge tone="stop" icon="warn">
          Unreadable
        </Badge>
      </>
    )}
  </>
)

/** The keys without a value: while there is one, the profile cannot be locked. */
export const missingOf = ({ keys }: Pick<ConsoleProfile, 'keys'>): readonly ConsoleKey[] =>
  keys.filter(({ value_exists }) => !value_exists)

/** The proposals that wait for a decision. */
export const waitingOf = ({ proposals }: Pick<ConsoleProfile, 'proposals'>): readonly ProposalView[] =>
  proposals.filter(({ state }) => state === 'pending')

interface QuotedWordsProps {
  children: string
  by?: 'agent' | 'operator'
  /** In one line: of an agent. */
  inline?: boolean
}

/** Text with the one who wrote it. It is never rendered as markup, and hidden characters are left out. */
export function QuotedWords({ children, by = 'agent', inline = false }: QuotedWordsProps) {
  const words = withoutHidden(children)
  if (words === '') return <span className="console-quiet">The agent gave no reason.</span>
  if (inline) {
    return (
      <p className="agent-line soft">
        <span>Agent: </span>“{words}”
      </p>
    )
  }
  return (
    <figure className="agent-words">
      <figcaption>In the {by}’s words</figcaption>
      <blockquote>{words}</blockquote>
    </figure>
  )
}

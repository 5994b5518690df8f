import type { ConsoleProfile } from '#lib/agents/model/console-profile.ts'
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

import type { Verdict } from '#lib/console/model/console-skill.ts'
import type { Tier } from '#runner/contract/manifest.ts'
import { Badge } from '../../ui/badge.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { type Look, Status } from '../status.tsx'

export const verdictLooks: Readonly<Record<Verdict, Look>> = {
  admit: { icon: 'check', tone: 'ok', text: 'Admitted' },
  review: { icon: 'warn', tone: 'warn', text: 'Held for review' },
  block: { icon: 'x', tone: 'stop', text: 'Blocked' },
  unfinished: { icon: 'clock', tone: 'stop', text: 'Not checked' },
}

/** The verdict of the gates as an icon and words. */
export const VerdictMark = ({ verdict }: { verdict: Verdict }) => <Status {...verdictLooks[verdict]} />

export const EnabledMark = ({ isEnabled }: { isEnabled: boolean }) =>
  isEnabled ? <Status icon="check" tone="ok" text="Enabled" /> : <Status icon="minus" tone="quiet" text="Disabled" />

export const tierTexts = { local: 'Local', verified: 'Verified registry', untrusted: 'Untrusted registry' } as const

const tierLooks = {
  local: { icon: moreIcons.code, tone: 'plain', text: 'Local' },
  verified: { icon: moreIcons.shield, tone: 'ok', text: 'Verified' },
  untrusted: { icon: 'warn', tone: 'warn', text: 'Untrusted' },
} as const

/** How far a skill is trusted, as an icon and a word. */
export const TierBadge = ({ tier }: { tier: Tier }) => {
  const { icon, tone, text } = tierLooks[tier]
  return (
    <Badge icon={icon} tone={tone}>
      {text}
    </Badge>
  )
}

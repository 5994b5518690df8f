import type { Verdict } from '#lib/shared/console-skill.ts'
import { Icon } from '../../ui/icon.tsx'

const texts: Readonly<Record<Verdict, string>> = {
  admit: 'Admitted',
  review: 'Held for review',
  block: 'Blocked',
  unfinished: 'Not checked',
}
const tones = { admit: 'ok', review: 'warn', block: 'stop', unfinished: 'stop' } as const
const icons = { admit: 'check', review: 'warn', block: 'x', unfinished: 'clock' } as const

/** The verdict of the gates as an icon and words. */
export const VerdictMark = ({ verdict }: { verdict: Verdict }) => (
  <span className={`console-status console-status-${tones[verdict]}`}>
    <Icon name={icons[verdict]} small />
    {texts[verdict]}
  </span>
)

export const EnabledMark = ({ isEnabled }: { isEnabled: boolean }) => (
  <span className={`console-status ${isEnabled ? 'console-status-ok' : 'console-quiet'}`}>
    <Icon name={isEnabled ? 'check' : 'minus'} small />
    {isEnabled ? 'Enabled' : 'Disabled'}
  </span>
)

export const tierTexts = { local: 'Local', verified: 'Verified registry', untrusted: 'Untrusted registry' } as const

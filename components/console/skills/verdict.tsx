import type { Verdict } from '#lib/console/model/console-skill.ts'
import { Status } from '../status.tsx'

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
  <Status icon={icons[verdict]} tone={tones[verdict]}>
    {texts[verdict]}
  </Status>
)

export const EnabledMark = ({ isEnabled }: { isEnabled: boolean }) => (
  <Status icon={isEnabled ? 'check' : 'minus'} tone={isEnabled ? 'ok' : 'quiet'}>
    {isEnabled ? 'Enabled' : 'Disabled'}
  </Status>
)

export const tierTexts = { local: 'Local', verified: 'Verified registry', untrusted: 'Untrusted registry' } as const

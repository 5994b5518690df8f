import type { Verdict } from '#lib/console/model/console-skill.ts'
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

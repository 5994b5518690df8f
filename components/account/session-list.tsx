import { Badge } from '../ui/badge.tsx'
import { describeBrowser } from './describe-browser.ts'

export type SessionItem = {
  readonly id: string
  readonly userAgent: string | null
  /** An ISO instant. */
  readonly lastSeenAt: string
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** The browsers that are signed in, this one marked. */
export function SessionList({ sessions, currentId }: { sessions: readonly SessionItem[]; currentId: string }) {
  return (
    <ul className="grid">
      {sessions.map((session) => (
        <li key={session.id} className="flex items-baseline justify-between gap-4 border-b border-line py-2.5">
          <span className="flex items-center gap-2">
            {describeBrowser(session.userAgent)}
            {session.id === currentId && <Badge tone="ok">This one</Badge>}
          </span>
          <span className="text-xs text-ink-3">
            last seen <time dateTime={session.lastSeenAt}>{moment.format(new Date(session.lastSeenAt))} UTC</time>
          </span>
        </li>
      ))}
    </ul>
  )
}

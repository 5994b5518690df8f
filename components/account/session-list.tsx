import { Badge } from '../ui/badge.tsx'
import { describeBrowser } from './describe-browser.ts'

export type SessionItem = {
  readonly id: string
  readonly userAgent: string | null
  /** ISO 8601. */
  readonly lastSeenAt: string
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** The signed-in browsers, with a badge on the current one. */
export function SessionList({ sessions, currentId }: { sessions: readonly SessionItem[]; currentId: string }) {
  return (
    <ul className="account-rows">
      {sessions.map((session) => (
        <li key={session.id}>
          <span className="action-row">
            {describeBrowser(session.userAgent)}
            {session.id === currentId && <Badge tone="ok">This browser</Badge>}
          </span>
          <span className="faint">
            last seen <time dateTime={session.lastSeenAt}>{moment.format(new Date(session.lastSeenAt))} UTC</time>
          </span>
        </li>
      ))}
    </ul>
  )
}

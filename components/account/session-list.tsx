import { Badge } from '../ui/badge.tsx'
import { describeBrowser } from './describe-browser.ts'
import { LocalMoment } from './local-moment.tsx'

export type SessionItem = {
  readonly id: string
  readonly userAgent: string | null
  /** ISO 8601. */
  readonly lastSeenAt: string
}

interface SessionListProps {
  sessions: readonly SessionItem[]
  currentId: string
  locale: string
}

/** The signed-in browsers, with a badge on the current one. */
export function SessionList({ sessions, currentId, locale }: SessionListProps) {
  return (
    <ul className="account-rows">
      {sessions.map((session) => (
        <li key={session.id}>
          <span className="action-row">
            {describeBrowser(session.userAgent)}
            {session.id === currentId && <Badge tone="ok">This browser</Badge>}
          </span>
          <span className="faint">
            last seen <LocalMoment iso={session.lastSeenAt} locale={locale} />
          </span>
        </li>
      ))}
    </ul>
  )
}

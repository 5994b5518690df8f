import { getTranslations } from 'next-intl/server'
import { Badge } from '../ui/badge.tsx'
import { describeBrowser } from './describe-browser.ts'
import { LocalMoment } from './local-moment.tsx'

type SessionItem = {
  readonly id: string
  readonly userAgent: string | null
  readonly lastSeenAt: Date
}

interface SessionListProps {
  sessions: readonly SessionItem[]
  currentId: string
  locale: string
}

/** The signed-in browsers, with a badge on the current one. */
export async function SessionList({ sessions, currentId, locale }: SessionListProps) {
  const t = await getTranslations('account')
  return (
    <ul className="account-rows">
      {sessions.map((session) => (
        <li key={session.id}>
          <span className="action-row">
            {describeBrowser(session.userAgent, t)}
            {session.id === currentId && <Badge tone="ok">{t('thisBrowser')}</Badge>}
          </span>
          <span className="faint">
            {t.rich('lastSeen', { time: () => <LocalMoment iso={session.lastSeenAt.toISOString()} locale={locale} /> })}
          </span>
        </li>
      ))}
    </ul>
  )
}

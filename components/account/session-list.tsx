import { getTranslations } from 'next-intl/server'
import type { Texts } from '#lib/platform/model/texts.ts'
import { Badge } from '../ui/badge.tsx'
import { LocalMoment } from './local-moment.tsx'

// On iOS, and Edge also on Android, browsers write other names. Each of them also writes Safari or Chrome.
const browsers: [RegExp, string][] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\/|OPiOS\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Shortens a user agent to "Firefox on Linux"; omits an unknown browser or system. */
export function describeBrowser(userAgent: string | null, t: Texts<'account'>): string {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (system === undefined) return browser ?? t('program')
  return browser === undefined ? t('programOn', { system }) : t('browserOn', { browser, system })
}

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

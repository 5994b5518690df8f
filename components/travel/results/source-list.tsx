import type { Texts } from '#lib/platform/model/texts.ts'
import { formatElapsed } from '#lib/travel/model/format.ts'
import { type AskedSource, offersOf } from '#lib/travel/model/results/search-stream.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLocale, useTexts } from '../../ui/texts.tsx'

const icons = { waiting: 'clock', answered: 'check', failed: 'x' } as const

/** One line per source: its time limit while it is asked, then its number of offers or that it did not answer. */
export function SourceList({ sources }: { sources: AskedSource[] }) {
  const [t, locale] = [useTexts('results'), useLocale()]
  return (
    <ul className="sources" aria-label={t('sources')}>
      {sources.map((source) => (
        <li key={source.skill} className={`source is-${source.progress.state}`}>
          <Icon name={icons[source.progress.state]} small />
          <b>{source.provider}</b>
          <span className="source-bar" aria-hidden="true">
            <i style={{ width: `${shareOf(source)}%` }} />
          </span>
          <span className="dim">{textOf(source, t, locale)}</span>
        </li>
      ))}
    </ul>
  )
}

function shareOf({ progress, timeout_ms }: AskedSource): number {
  if (progress.state === 'failed') return 100
  if (progress.state === 'waiting') return 24
  return Math.min(100, Math.max(4, (progress.elapsedMs / timeout_ms) * 100))
}

function textOf(source: AskedSource, t: Texts<'results'>, locale: string): string {
  const { progress, timeout_ms } = source
  const seconds = Math.round(timeout_ms / 1000)
  if (progress.state === 'waiting') return t('waitingUntil', { seconds })
  if (progress.state === 'failed') {
    const isLate = progress.error.code === 'API_TIMEOUT' || progress.error.code === 'TIMEOUT'
    return isLate ? t('noAnswerWithin', { seconds }) : t('noAnswer')
  }
  const count = offersOf(source).length
  // One row may hold several offers: the fares of a flight, or the rooms of a hotel.
  if (progress.cached) return t('offersSaved', { count })
  return t('offersIn', { count, time: formatElapsed(progress.elapsedMs, locale) })
}

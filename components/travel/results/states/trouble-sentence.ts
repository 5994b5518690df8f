import { isNotDone, refusalText } from '#lib/platform/model/refusal-text.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import type { SearchKind } from '#lib/travel/model/results/found.ts'
import type { AskedSource } from '#lib/travel/model/results/search-stream.ts'
import type { Trouble } from '#lib/travel/model/results/search-view.ts'

/** Why a source did not answer. */
export function troubleFact(
  trouble: Trouble,
  kind: SearchKind,
  t: Texts<'results'>,
  refusals: Texts<'refusals'>,
): string {
  switch (trouble.kind) {
    case 'throttled':
      return t('factThrottled', { who: trouble.who ?? 'travel.aw' })
    case 'timeout':
      return t('factTimeout', { who: trouble.who, seconds: Math.round(trouble.limitMs / 1000) })
    case 'down':
      return t('factDown', { who: trouble.who })
    case 'off':
      return t('factOff', { who: trouble.who })
    case 'refused-search':
      return t('factRefused', { who: trouble.who })
    case 'unavailable':
      if (isNotDone(trouble.error)) return t('notLoaded', { kind })
      return t('factUnavailable', { who: trouble.who, reason: refusalText(trouble.error, refusals, trouble) })
  }
}

/** The message for a source that failed while others answered. */
export function troubleSentence(
  trouble: Trouble,
  kind: SearchKind,
  t: Texts<'results'>,
  refusals: Texts<'refusals'>,
): string {
  const fact = troubleFact(trouble, kind, t, refusals)
  return trouble.kind === 'unavailable' ? fact : t('lowerPriceThere', { fact })
}

/**
 * For each source: how many of its offers could not be read, which airports of its offers this app's data lacks, and how
 * many hotels it was not asked for. Unknown airports are the app's fault: such offers cannot be read, or do not seem to
 * fit the search.
 */
export function unreadSentences(sources: readonly AskedSource[], t: Texts<'results'>, locale: string): string[] {
  return sources.flatMap(({ provider: who, progress }) => {
    if (progress.state !== 'answered') return []
    const { unreadable, unknown_airports: unknownAirports = [] } = progress.unread ?? {}
    const airports = new Intl.ListFormat(locale).format(unknownAirports)
    return [
      ...(unreadable === undefined ? [] : [t('offersUnread', { count: unreadable, who })]),
      ...askedSentences(who, progress, t),
      ...(airports === '' ? [] : [t('airportsLacking', { count: unknownAirports.length, airports, who })]),
    ]
  })
}

/** How many hotels a source was asked for, unless it was all or the rest of its answer follows. */
export function askedSentences(who: string, progress: AskedSource['progress'], t: Texts<'results'>): string[] {
  if (progress.state !== 'answered' || progress.isFirst || progress.unread?.hotels_asked === undefined) return []
  const { count, of: all } = progress.unread.hotels_asked
  return [t('hotelsAsked', { who, count, all })]
}

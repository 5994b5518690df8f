import type { AskedSource } from '#lib/travel/results/search-stream.ts'
import type { Texts } from '#lib/travel/texts.ts'

/**
 * For each source: how many of its offers could not be read, and which airports of its offers this app's data lacks.
 * Those are the app's fault: such offers cannot be read, or do not seem to fit the search.
 */
export function unreadSentences(sources: readonly AskedSource[], t: Texts<'results'>, locale: string): string[] {
  return sources.flatMap(({ provider: who, progress }) => {
    if (progress.state !== 'answered') return []
    const { unreadable, unknown_airports: unknownAirports = [] } = progress.unread ?? {}
    const airports = new Intl.ListFormat(locale).format(unknownAirports)
    return [
      ...(unreadable === undefined ? [] : [t('offersUnread', { count: unreadable, who })]),
      ...(airports === '' ? [] : [t('airportsLacking', { count: unknownAirports.length, airports, who })]),
    ]
  })
}

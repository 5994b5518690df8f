import type { AskedSource } from '#lib/travel/results/search-stream.ts'
import type { Texts } from '#lib/travel/texts.ts'

/**
 * For each source with offers that could not be read: how many, and which airports this app's data lacks if that is the
 * reason. Then the fault is the app's.
 */
export function unreadSentences(sources: readonly AskedSource[], t: Texts<'results'>, locale: string): string[] {
  return sources.flatMap(({ provider: who, progress }) => {
    if (progress.state !== 'answered' || progress.unreadable === undefined) return []
    const { unreadable, unknownAirports = [] } = progress
    const airports = new Intl.ListFormat(locale).format(unknownAirports)
    return [
      t('offersUnread', { count: unreadable, who }),
      ...(airports === '' ? [] : [t('airportsLacking', { count: unknownAirports.length, airports, who })]),
    ]
  })
}

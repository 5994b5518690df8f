import type { TextKey } from '#lib/platform/model/texts.ts'
import type { SearchKind } from './found.ts'
import { type AskedSource, isOnlyFirst, type SearchState } from './search-stream.ts'
import type { ListView, SearchView } from './search-view.ts'

/** The words for results that are generated. */
const sampleKinds: Partial<Record<StatusKind, string>> = { flights: 'sampleFlights', hotels: 'sampleHotels' }

type StatusKind = SearchKind | 'outbound' | 'returns'

type Values = Record<string, string | number>

/**
 * The message of the status line, which is the page's only polite live region. Once no source is waited for, it names
 * the sources by their outcome. `shown` counts the rows of the list.
 */
export function statusText(
  { phase, sources }: Pick<SearchState, 'phase' | 'sources'>,
  view: SearchView,
  shown: { rows: number; of: number },
  kind: StatusKind,
  locale: string,
): [key: TextKey<'results'>, values?: Values] {
  const values = (groups: readonly string[], groupOf: (source: AskedSource) => string): Values => {
    const about: Values = { kind, count: shown.of, sources: sources.length }
    for (const group of groups) {
      const names = new Set(sources.filter((source) => groupOf(source) === group).map(({ provider }) => provider))
      about[group] = inWords([...names], locale)
      about[`${group}Count`] = names.size
    }
    return about
  }
  const byState = values(['waiting', 'answered', 'failed'], ({ progress }) => progress.state)
  switch (view.kind) {
    case 'loading':
      return [sources.length === 0 ? 'statusAsking' : 'statusAskingSources', byState]
    case 'list': {
      const isAsking = phase === 'asking'
      if (shown.rows < shown.of) return ['statusMatch', { ...byState, rows: shown.rows }]
      if (isAsking && sources.some(isOnlyFirst)) return ['statusSoFar', byState]
      if (isAsking && byState.waitingCount) return ['statusWaiting', byState]
      const about = values(['found', 'empty', 'failed', 'test', 'sample'], outcomeIn(view))
      const sampleKind = view.offers[0]?.data === 'sample' ? sampleKinds[kind] : undefined
      return ['statusFrom', { ...about, kind: sampleKind ?? kind }]
    }
    case 'none':
      return ['statusNone', byState]
    case 'trouble':
      return ['statusNoAnswer', values(['asked'], () => 'asked')]
    case 'no-sources':
      return [view.isUnset ? 'statusNoneSetUp' : 'statusNoneOn']
    case 'signed-out':
      return ['statusSignedOut']
    case 'offline':
      return ['statusOffline']
    case 'invalid':
      return ['statusInvalid']
    case 'internal':
      return ['statusFailed']
  }
}

/** What became of a source; `test` and `sample`: its offers of this kind are not in the list, which has others. */
function outcomeIn({ offers }: ListView): (source: AskedSource) => string {
  const found = new Set(offers.map(({ source }) => source))
  return ({ skill, progress }) => {
    // No provider is credited with generated offers.
    if (found.has(skill)) return offers[0]?.data === 'sample' ? '' : 'found'
    if (progress.state !== 'answered') return 'failed'
    const [first] = progress.offers
    if (first) return first.data === offers[0]?.data ? '' : first.data
    return progress.partial ? '' : 'empty'
  }
}

/** Most searches have one source. Loading the data of lists takes longer than the rest of the status. */
function inWords(names: readonly string[], locale: string): string {
  const [only = '', second] = names
  return second === undefined ? only : new Intl.ListFormat(locale).format(names)
}

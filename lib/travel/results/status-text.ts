import type { SearchKind } from '../search-kind.ts'
import type { Texts } from '../texts.ts'
import { isOnlyFirst, type SearchState } from './search-stream.ts'
import type { SearchView } from './search-view.ts'

interface Status {
  strong: string
  rest: string
}

/**
 * The status line: its beginning in bold, and the rest. It is the page's only polite live region. `shown` counts the
 * rows of the list.
 */
export function statusText(
  state: SearchState,
  view: SearchView,
  shown: { rows: number; of: number },
  { many: kind }: Pick<SearchKind, 'many'>,
  t: Texts<'results'>,
): Status {
  const answered = state.sources.filter(({ progress }) => progress.state === 'answered')
  const count = state.sources.length
  switch (view.kind) {
    case 'loading': {
      const names = namesOf(answered, t)
      return count === 0
        ? { strong: t('statusAsking'), rest: '' }
        : {
            strong: t('statusAskingSources', { count }),
            rest: names && t('haveAnswered', { answered: answered.length, names }),
          }
    }
    case 'list': {
      const { rows, of: all } = shown
      if (rows < all) return { strong: t('statusMatch', { rows, all, kind }), rest: t('matchFilters') }
      const strong = t('statusCount', { count: all, kind })
      const asked = state.phase === 'asking' ? state.sources : []
      if (asked.some(isOnlyFirst)) return { strong, rest: t('soFar') }
      const names = namesOf(
        asked.filter(({ progress }) => progress.state === 'waiting'),
        t,
      )
      const from = { count, answered: answered.length }
      return {
        strong,
        rest: count === 0 ? '' : names ? t('fromSourcesWaiting', { ...from, names }) : t('fromSources', from),
      }
    }
    case 'none':
      return { strong: t('statusNone', { kind }), rest: t('fromSources', { count, answered: answered.length }) }
    case 'trouble':
      return { strong: t('statusNoAnswer'), rest: t('fromAll', { count: Math.max(1, count) }) }
    case 'no-sources':
      return { strong: t('statusNoSource'), rest: t(view.isUnset ? 'isSetUp' : 'isOn') }
    case 'signed-out':
      return { strong: t('statusSignedOut'), rest: '' }
    case 'offline':
      return { strong: t('statusOffline'), rest: '' }
    case 'invalid':
      return { strong: t('statusInvalid'), rest: '' }
    case 'internal':
      return { strong: t('statusFailed'), rest: '' }
  }
}

/** "Amadeus and Duffel". */
function namesOf(sources: SearchState['sources'], t: Texts<'results'>): string {
  return sources
    .map(({ provider }) => provider)
    .reduce((first, second) => (first === '' ? second : t('and', { first, second })), '')
}

import { countText, type SearchKind } from '../search-kind.ts'
import { type AskedSource, isOnlyFirst, type SearchState } from './search-stream.ts'
import type { SearchView } from './search-view.ts'

const sourcesText = (count: number) => (count === 1 ? '1 source' : `${count} sources`)

/**
 * The status line: a strong beginning and the rest. It is the page's only polite live region. `shown` counts rows of a
 * list.
 */
export function statusText(
  state: SearchState,
  view: SearchView,
  shown: { rows: number; of: number },
  kind: Pick<SearchKind, 'one' | 'many'>,
): { strong: string; rest: string } {
  const answered = state.sources.filter(({ progress }) => progress.state === 'answered')
  const count = state.sources.length
  switch (view.kind) {
    case 'loading':
      return count === 0
        ? { strong: 'Asking', rest: '' }
        : { strong: `Asking ${sourcesText(count)}.`, rest: nameAnswered(answered) }
    case 'list': {
      const rest = count === 0 ? '' : `from ${answered.length} of ${sourcesText(count)}${nameSlow(state)}`
      if (shown.rows < shown.of)
        return { strong: `${shown.rows} of ${countText(shown.of, kind)}`, rest: 'match your filters' }
      if (state.sources.some(isOnlyFirst))
        return { strong: countText(shown.of, kind), rest: 'so far, more are on their way' }
      return { strong: countText(shown.of, kind), rest }
    }
    case 'none':
      return { strong: `No ${kind.many}`, rest: `from ${answered.length} of ${sourcesText(count)}` }
    case 'trouble':
      return { strong: 'No answer', rest: `from ${sourcesText(Math.max(1, count))}` }
    case 'no-sources':
      return { strong: 'No source', rest: 'is switched on' }
    case 'signed-out':
      return { strong: 'Signed out', rest: '' }
    case 'offline':
      return { strong: 'Offline', rest: '' }
    case 'invalid':
      return { strong: 'Not searched', rest: '' }
    case 'internal':
      return { strong: 'The search failed', rest: '' }
  }
}

/** The sources that still have to answer, while some results are shown. */
function nameSlow({ phase, sources }: SearchState): string {
  const slow = phase === 'asking' ? sources.filter(({ progress }) => progress.state === 'waiting') : []
  return slow.length === 0 ? '' : `, still waiting for ${slow.map(({ provider }) => provider).join(' and ')}`
}

function nameAnswered(answered: AskedSource[]): string {
  if (answered.length === 0) return ''
  const names = answered.map(({ provider }) => provider).join(', ')
  return `${names} ${answered.length === 1 ? 'has' : 'have'} answered.`
}

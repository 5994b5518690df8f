import type { ReactNode } from 'react'
import type { Comparison } from '#lib/travel/model/hotels/total.ts'
import type { SearchState } from '#lib/travel/model/results/search-stream.ts'
import type { ListView } from '#lib/travel/model/results/search-view.ts'
import { lazily } from '../../ui/lazily.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Attributions } from './attributions.tsx'
import { SampleNotice } from './sample-notice.tsx'
import { ListFailureNotice, type ListFailureNoticeProps } from './states/list-failure-notice.tsx'

interface ListNoticesProps {
  view: ListView
  state: SearchState
  /** The query of the search; notices link to changed versions of it. */
  query: string
  /** The URL parameters of the list. */
  listNames: readonly string[]
  /** How the list compares prices in other currencies; absent if the list hides those offers. */
  comparison?: Comparison
  /** What to say about the row in the URL if the list has no such row; absent if it has it, or the URL names none. */
  missing?: string | undefined
  explained: ListFailureNoticeProps['explained']
  signIn: ReactNode
  onRetry: () => void
}

// These two notices are shown only after an answer, so their scripts can load then.
const CurrencyNotice = lazily(
  async () => (await import('./states/currency-notice.tsx')).CurrencyNotice,
  () => null,
)
const PartialNotice = lazily(
  async () => (await import('./states/partial-notice.tsx')).PartialNotice,
  () => null,
)

/** The notices above a list. */
export function ListNotices(props: ListNoticesProps) {
  const { view, state, query, listNames, comparison, missing, explained, signIn, onRetry } = props
  const asked = new URLSearchParams(query).get('currency') ?? 'USD'
  const isComplete = state.phase === 'done' && view.waiting.length === 0
  const isMixed = view.currency !== asked || view.otherCurrencies.length > 0
  return (
    <>
      <SampleNotice label={view.offers[0]?.data} />
      <Attributions sources={state.sources} shown={view.offers.map(({ source }) => source)} />
      {view.failure ? (
        <ListFailureNotice failure={view.failure} explained={explained} signIn={signIn} onRetry={onRetry} />
      ) : (
        view.isPartial && <PartialNotice view={view} sources={state.sources} onRetry={onRetry} />
      )}
      {missing !== undefined && isComplete && <Notice>{missing}</Notice>}
      {isMixed && (
        <CurrencyNotice view={view} query={query} listNames={listNames} asked={asked} comparison={comparison} />
      )}
    </>
  )
}

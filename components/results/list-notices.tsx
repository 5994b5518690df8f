import type { ReactNode } from 'react'
import type { SearchState } from '#lib/travel/results/search-stream.ts'
import type { ListView } from '#lib/travel/results/search-view.ts'
import { SampleNotice } from './sample-notice.tsx'
import { CurrencyNotice } from './states/currency-notice.tsx'
import { ListFailureNotice } from './states/list-failure-notice.tsx'
import { PartialNotice } from './states/partial-notice.tsx'

interface ListNoticesProps {
  view: ListView
  state: SearchState
  /** Of the search, to change a part of it. */
  query: string
  signIn: ReactNode
  onRetry: () => void
}

/** What has to be said above a list. */
export function ListNotices({ view, state, query, signIn, onRetry }: ListNoticesProps) {
  return (
    <>
      <SampleNotice offers={view.offers} />
      {view.failure ? (
        <ListFailureNotice failure={view.failure} offers={view.offers} signIn={signIn} onRetry={onRetry} />
      ) : (
        view.isPartial && <PartialNotice view={view} sources={state.sources} onRetry={onRetry} />
      )}
      <CurrencyNotice view={view} query={query} />
    </>
  )
}

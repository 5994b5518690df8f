import type { Comparison } from '#lib/travel/model/hotels/total.ts'
import type { ListView } from '#lib/travel/model/results/search-view.ts'
import { lazily } from '../../ui/lazily.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Attributions } from './attributions.tsx'
import { SampleNotice } from './sample-notice.tsx'
import type { Explained } from './states/explained-state.tsx'
import { ListFailureNotice } from './states/list-failure-notice.tsx'
import type { ResultPage } from './use-results.ts'

interface ListNoticesProps {
  page: ResultPage
  view: ListView
  /** The URL parameters of the list. */
  listNames: readonly string[]
  comparison: Comparison | undefined
  /** What to say about the row in the URL; absent if the list has it, or the URL names none. */
  missing: string | undefined
  Explained: Explained
}

// These two notices are shown only after an answer, so their scripts can load then.
const CurrencyNotice = lazily(async () => (await import('./states/currency-notice.tsx')).CurrencyNotice)
const PartialNotice = lazily(async () => (await import('./states/partial-notice.tsx')).PartialNotice)

/** The notices above a list. */
export function ListNotices({ page, view, listNames, comparison, missing, Explained }: ListNoticesProps) {
  const { query, state, signIn, retry } = page
  const asked = new URLSearchParams(query).get('currency') ?? 'USD'
  const isComplete = state.phase === 'done' && view.waiting.length === 0
  const isMixed = view.currency !== asked || view.otherCurrencies.length > 0
  return (
    <>
      <SampleNotice label={view.offers[0]?.data} />
      <Attributions sources={state.sources} shown={view.offers.map(({ source }) => source)} />
      {view.failure ? (
        <ListFailureNotice
          failure={view.failure}
          explained={(found) => <Explained view={found} offers={view.offers} onRetry={retry} />}
          signIn={signIn}
          onRetry={retry}
        />
      ) : (
        view.isPartial && <PartialNotice view={view} sources={state.sources} onRetry={retry} />
      )}
      {missing !== undefined && isComplete && <Notice>{missing}</Notice>}
      {isMixed && (
        <CurrencyNotice view={view} query={query} listNames={listNames} asked={asked} comparison={comparison} />
      )}
    </>
  )
}

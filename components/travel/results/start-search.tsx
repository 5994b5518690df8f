import { searchRequest } from '#lib/travel/model/results/search-request.ts'
import { InlineScript } from '../inline-script.tsx'

/**
 * Before the app's scripts are loaded, starts the search that `<main data-search>` names: on a slow connection, loading
 * the scripts takes longer than the search. `fetchOrTakeEarly` returns the response. Belongs in the root layout, after
 * the page.
 */
export const StartSearch = ({ nonce }: { nonce: string | undefined }) => <InlineScript nonce={nonce} script={script} />

const script = `{
  const address = document.querySelector('main[data-search]')?.dataset.search
  if (address) {
    const abort = new AbortController()
    const answer = fetch(address, { ...${JSON.stringify(searchRequest)}, signal: abort.signal })
    answer.catch(() => {})
    window.earlySearch = { address, answer, abort }
  }
}`

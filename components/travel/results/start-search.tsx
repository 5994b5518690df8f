import { searchRequest } from '#lib/travel/model/results/search-request.ts'
import { InlineScript } from '../inline-script.tsx'

/**
 * Starts searches before their pages can: at once the one that `<main data-search>` names, because on a slow connection
 * loading the scripts takes longer than the search; and later those of forms, whose results need an answer of the server
 * first. `fetchOrTakeEarly` returns the response. Belongs in the root layout, after the page.
 */
export const StartSearch = ({ nonce }: { nonce: string | undefined }) => <InlineScript nonce={nonce} script={script} />

const script = `{
  window.startSearch = (address) => {
    // A second press of the same button.
    if (window.earlySearch?.address === address) return
    window.earlySearch?.abort.abort()
    const abort = new AbortController()
    const answer = fetch(address, { ...${JSON.stringify(searchRequest)}, signal: abort.signal })
    // The page requests a search that failed before the page could take it.
    answer.catch(() => {
      if (window.earlySearch?.answer === answer) delete window.earlySearch
    })
    window.earlySearch = { address, answer, abort }
  }
  const address = document.querySelector('main[data-search]')?.dataset.search
  if (address) startSearch(address)
}`

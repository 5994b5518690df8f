import { searchRequest } from '#lib/travel/model/results/search-request.ts'

/**
 * Before the app's scripts are loaded, starts the search that `<main data-search>` names: on a slow connection, loading
 * the scripts takes longer than the search. `fetchOrTakeEarly` returns the response. Belongs in the root layout, after
 * the page.
 */
export function StartSearch({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      // Browsers hide the nonce from scripts, so hydration finds another value.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant; React would escape the text of a script.
      dangerouslySetInnerHTML={{ __html: script }}
    />
  )
}

const script = `{
  const address = document.querySelector('main[data-search]')?.dataset.search
  if (address) {
    const abort = new AbortController()
    const answer = fetch(address, { ...${JSON.stringify(searchRequest)}, signal: abort.signal })
    answer.catch(() => {})
    window.earlySearch = { address, answer, abort }
  }
}`

import { searchRequest } from '#lib/travel/model/results/search-request.ts'

interface InlineScriptProps {
  nonce: string | undefined
  /** A constant text. */
  script: string
}

/** A script in the page itself, so that it runs before the app's scripts are loaded and adds nothing to them. */
export function InlineScript({ nonce, script }: InlineScriptProps) {
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

/**
 * Serves the search form until the app's scripts are loaded. A press on Search is noted and shown as being worked on: the
 * browser would otherwise load the page again, with an empty form; the form submits itself once it is ready. A place
 * that the form has is selected when the focus reaches it, so that typing replaces it.
 */
export const EarlyInput = ({ nonce }: { nonce: string | undefined }) => <InlineScript nonce={nonce} script={early} />

const early = `addEventListener('submit', (event) => {
  const form = event.target
  const button = form.querySelector('.search-go')
  if (!button || 'ready' in form.dataset) return
  event.preventDefault()
  button.setAttribute('aria-busy', 'true')
}, true)
addEventListener('focusin', ({ target }) => {
  if (target.matches('.place .is-chosen') && !('ready' in target.form.dataset)) target.select()
})`

/**
 * Starts searches before their pages can: at once the one that `<main data-search>` names, because on a slow connection
 * loading the scripts takes longer than the search; and later those of forms, whose results need an answer of the server
 * first. `fetchOrTakeEarly` returns the response. Belongs in the root layout, after the page.
 */
export const StartSearch = ({ nonce }: { nonce: string | undefined }) => <InlineScript nonce={nonce} script={start} />

const start = `{
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

/** A search that was started before the page that shows it: by its HTML, or by the form that leads to it. */
interface EarlySearch {
  readonly address: string
  readonly answer: Promise<Response>
  readonly abort: AbortController
}

declare global {
  interface Window {
    earlySearch?: EarlySearch
    /** Starts a search early, and ends an earlier one that no page has taken. */
    startSearch?: (address: string) => void
  }
}

/** Like `fetch`, but the first request for the URL of the early search gets the answer of that search. */
export function fetchOrTakeEarly(address: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  const early = window.earlySearch
  if (early?.address !== address) return window.fetch(address, init)
  delete window.earlySearch
  const { signal } = init
  const end = () => early.abort.abort()
  if (signal.aborted) end()
  else signal.addEventListener('abort', end)
  return early.answer
}

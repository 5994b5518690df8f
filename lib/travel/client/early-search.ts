import { searchRequest } from '../model/results/search-request.ts'

/** A search that was started before the page that shows it: by its HTML, or by the form that leads to it. */
export interface EarlySearch {
  readonly address: string
  readonly answer: Promise<Response>
  readonly abort: AbortController
}

declare global {
  interface Window {
    earlySearch?: EarlySearch
  }
}

/**
 * Starts the search of the results that a form opens: they need a request to the server first, which takes as long as a
 * search on a slow connection. Ends an earlier one that no page has taken.
 */
export function startEarly(address: string): void {
  window.earlySearch?.abort.abort()
  const abort = new AbortController()
  const answer = window.fetch(address, { ...searchRequest, signal: abort.signal })
  answer.catch(() => {})
  window.earlySearch = { address, answer, abort }
}

/** Like `fetch`, but the first request for the URL of the early search gets the answer of that search. */
export function fetchOrTakeEarly(address: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  const early = window.earlySearch
  if (early?.address !== address) return window.fetch(address, init)
  delete window.earlySearch
  const { signal } = init
  if (signal.aborted) early.abort.abort(signal.reason)
  else signal.addEventListener('abort', () => early.abort.abort(signal.reason), { once: true })
  return early.answer
}

/** A search that the page's HTML started, while the scripts of the app were still loading. */
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

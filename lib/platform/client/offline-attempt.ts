/** The event that reports an attempt to open a page without a connection. */
export const OFFLINE_ATTEMPT = 'travel:offline-attempt'

/** Whether there is a connection. If not, sends `OFFLINE_ATTEMPT`, and the page informs the reader. */
export function hasConnection(): boolean {
  if (navigator.onLine) return true
  window.dispatchEvent(new Event(OFFLINE_ATTEMPT))
  return false
}

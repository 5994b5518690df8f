/** The event that tells the page about an attempt without a connection. */
export const OFFLINE_ATTEMPT = 'travel:offline-attempt'

/** Whether there is a connection. If not, the page says so. */
export function hasConnection(): boolean {
  if (navigator.onLine) return true
  window.dispatchEvent(new Event(OFFLINE_ATTEMPT))
  return false
}

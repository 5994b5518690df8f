/** The id of the server's log entry for an error shown on a page; null for browser-side errors. */
export function digestOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('digest' in error)) return null
  return typeof error.digest === 'string' && error.digest !== '' ? error.digest : null
}

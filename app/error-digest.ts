/** The id under which the server logged an error that reached a page; null for errors of the browser itself. */
export function digestOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('digest' in error)) return null
  return typeof error.digest === 'string' && error.digest !== '' ? error.digest : null
}

const MONTH_S = 30 * 24 * 3600

/**
 * Stores a preference for thirty days (or `maxAgeS`) where the server can read it. `value` must not contain a
 * semicolon.
 */
export function writeCookie(name: string, value: string, maxAgeS = MONTH_S): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent outside secure contexts.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAgeS}; SameSite=Lax`
}

const anywhere = 'http://own.invalid'

/** The path of this app to return to, from untrusted text; `/` for anything else. */
export function safeReturnPath(text: unknown): string {
  if (typeof text !== 'string' || !/^\/(?![/\\])/.test(text) || /[\\\p{Cc}]/u.test(text)) return '/'
  if (!URL.canParse(text, anywhere)) return '/'
  const url = new URL(text, anywhere)
  if (url.origin !== anywhere || url.pathname.startsWith('//') || url.pathname.startsWith('/api/')) return '/'
  return url.pathname + url.search + url.hash
}

type Parameter = string | string[] | undefined

/**
 * The path where a page continues, from `?next=` (set by this app) or `?callbackUrl=` (set by next-auth, possibly a
 * whole URL, of which only the path is used).
 */
export function returnPathOf(query: { readonly next?: Parameter; readonly callbackUrl?: Parameter }): string {
  const { next, callbackUrl } = query
  if (next !== undefined) return safeReturnPath(next)
  if (typeof callbackUrl !== 'string' || !URL.canParse(callbackUrl)) return safeReturnPath(callbackUrl)
  const url = new URL(callbackUrl)
  return safeReturnPath(url.pathname + url.search + url.hash)
}

/** The URL of an account page that continues to `next` afterwards. */
export function withReturnPath(page: '/sign-in' | '/sign-up', next: string): string {
  return next === '/' ? page : `${page}?${new URLSearchParams({ next })}`
}

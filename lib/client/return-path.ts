const anywhere = 'http://own.invalid'

/** A path of this app to go on to, from text that anybody may have written; `/` for everything else. */
export function safeReturnPath(text: unknown): string {
  if (typeof text !== 'string' || !/^\/(?![/\\])/.test(text) || /[\\\p{Cc}]/u.test(text)) return '/'
  if (!URL.canParse(text, anywhere)) return '/'
  const url = new URL(text, anywhere)
  if (url.origin !== anywhere || url.pathname.startsWith('//') || url.pathname.startsWith('/api/')) return '/'
  return url.pathname + url.search + url.hash
}

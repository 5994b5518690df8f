import { isIP } from 'node:net'

/** `unstated`: neither Origin nor Sec-Fetch-Site says where the request comes from. */
export type OriginVerdict = 'own' | 'foreign' | 'unstated'

export type OriginCheck = (headers: Headers) => OriginVerdict

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** True for methods that change nothing and so need no origin. */
export const isSafeMethod = (method: string): boolean => safeMethods.has(method)

/** The machine itself or a bare address: names that no DNS answer can turn against the app. */
function isLiteralHost(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

/**
 * Tells requests of our own pages from those of other sites. Own is the public URL's origin; beside it an origin that equals the
 * Host header, where that is `localhost` or an address. A DNS name counts only when it is the public URL's: a foreign
 * name that is made to resolve to this machine (DNS rebinding) stays foreign.
 */
export function createOriginCheck(options: { publicUrl: URL | undefined }): OriginCheck {
  const isOwn = (origin: string, host: string | null): boolean => {
    if (!URL.canParse(origin)) return false
    const url = new URL(origin)
    if (options.publicUrl !== undefined && url.origin === options.publicUrl.origin) return true
    return host !== null && url.host === host.toLowerCase() && isLiteralHost(url.hostname)
  }
  return (headers) => {
    const site = headers.get('sec-fetch-site')
    if (site !== null && site !== 'same-origin' && site !== 'none') return 'foreign'
    const origin = headers.get('origin')
    if (origin !== null) return isOwn(origin, headers.get('host')) ? 'own' : 'foreign'
    return site === null ? 'unstated' : 'own'
  }
}

/** Content types that a page of another site can send without asking first (a CORS preflight, which is never granted). */
const formTypes = new Set(['', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])

/**
 * True when a request that changes something may go on. A request that does not state its origin may, unless it carries
 * cookies and is of the kind that a foreign page can send unasked.
 */
export function mayChange(check: OriginCheck, request: Request): boolean {
  if (isSafeMethod(request.method)) return true
  const verdict = check(request.headers)
  if (verdict !== 'unstated') return verdict === 'own'
  if (request.method !== 'POST' || !request.headers.has('cookie')) return true
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  return !formTypes.has(type)
}

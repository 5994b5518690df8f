import { isIP } from 'node:net'
import type { Log } from '#runner/core/ports.ts'
import { forwardedOriginHeader } from './client-address.ts'
import { tunnelOf } from './tunneled.ts'

/** `unstated`: the request has neither Origin nor Sec-Fetch-Site. */
export type OriginVerdict = 'own' | 'foreign' | 'unstated'

export type OriginCheck = (headers: Headers) => OriginVerdict

/** An origin that is not ours, and what the request and the setting name instead. For the log of the operator. */
export type ForeignOrigin = { readonly origin: string; readonly host: string; readonly publicUrl: string }

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether the method changes nothing and so needs no origin. */
export const isSafeMethod = (method: string): boolean => safeMethods.has(method)

/** The machine itself or a bare address: hosts that no DNS answer can redirect to the app. */
function isLiteralHost(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

/** The URL that people open, for one request: that of the tunnel through which it came, else the configured one. */
export function publicUrlFor(headers: Headers, configured: URL | undefined): URL | undefined {
  return tunnelOf(headers)?.url ?? configured
}

/**
 * Whether the Host header names this app: the tunnel's host in a tunnel, else the public URL's host, `localhost` or an
 * address. Any other DNS name may resolve to this machine on purpose (DNS rebinding).
 */
export function isOwnHost(headers: Headers, publicUrl: string | undefined): boolean {
  const host = headers.get('host')?.toLowerCase()
  const tunnel = tunnelOf(headers)
  if (tunnel !== undefined) return host === tunnel.url.host
  if (host === undefined || !URL.canParse(`http://${host}`)) return false
  if (publicUrl !== undefined && new URL(publicUrl).host === host) return true
  return isLiteralHost(new URL(`http://${host}`).hostname)
}

/**
 * The URL at which the caller reaches this app, without a trailing slash: the tunnel's URL, else the public URL, else the
 * one that the Host header gives if it names this app, else the address on this machine. So no answer repeats a name that
 * a stranger chose.
 */
export function instanceUrlOf(
  { headers, url }: Pick<Request, 'headers' | 'url'>,
  publicUrl: string | undefined,
): string {
  const tunnel = tunnelOf(headers)
  if (tunnel !== undefined) return tunnel.url.origin
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  const { protocol, host, hostname, port } = new URL(url)
  if (isOwnHost(headers, undefined)) return `${protocol}//${new URL(`http://${headers.get('host')}`).host}`
  return `${protocol}//${isLiteralHost(hostname) ? host : `127.0.0.1${port && `:${port}`}`}`
}

/**
 * Distinguishes requests of our own pages from those of other sites. In a tunnel, only its own origin is ours. Else ours
 * are the public URL's origin, the one at which a trusted proxy was reached, and one that equals the Host header if that is
 * `localhost` or an address. Any other DNS name is foreign, because it may resolve to this machine on purpose (DNS
 * rebinding).
 *
 * @param options.onForeign called for a foreign origin, unless the browser itself says that another site sends the request
 */
export function createOriginCheck(options: {
  publicUrl: URL | undefined
  onForeign?: (seen: ForeignOrigin) => void
}): OriginCheck {
  const isOwn = (origin: string, headers: Headers): boolean => {
    if (!URL.canParse(origin)) return false
    const url = new URL(origin)
    const tunnel = tunnelOf(headers)
    if (tunnel !== undefined) return url.origin === tunnel.url.origin
    const host = headers.get('host')
    if (options.publicUrl !== undefined && url.origin === options.publicUrl.origin) return true
    if (url.origin === headers.get(forwardedOriginHeader)) return true
    return host !== null && url.host === host.toLowerCase() && isLiteralHost(url.hostname)
  }
  return (headers) => {
    const site = headers.get('sec-fetch-site')
    if (site !== null && site !== 'same-origin' && site !== 'none') return 'foreign'
    const origin = headers.get('origin')
    if (origin === null) return site === null ? 'unstated' : 'own'
    if (isOwn(origin, headers)) return 'own'
    const publicUrl = publicUrlFor(headers, options.publicUrl)?.origin ?? 'not set'
    options.onForeign?.({ origin, host: headers.get('host') ?? 'none', publicUrl })
    return 'foreign'
  }
}

/** Content types that another site's page can send without a CORS preflight, which is never granted. */
const formTypes = new Set(['', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])

/**
 * Whether a changing request may continue. Without a stated origin it may, unless it carries cookies and is of a kind
 * that a foreign page can send without a preflight.
 */
export function mayChange(check: OriginCheck, request: Request): boolean {
  if (isSafeMethod(request.method)) return true
  const verdict = check(request.headers)
  if (verdict !== 'unstated') return verdict === 'own'
  if (request.method !== 'POST' || !request.headers.has('cookie')) return true
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  return !formTypes.has(type)
}

const everyMs = 1_000
const longest = 200

/**
 * Tells the operator of origins that are not ours, because people cannot sign in at an address that the app does not know.
 * At most once a second, since any program can send such requests. The next line says how many were `omitted`.
 */
export function tellForeignOrigins(
  log: Pick<Log, 'warn'>,
  now: () => number = () => performance.now(),
): (seen: ForeignOrigin) => void {
  let next = Number.NEGATIVE_INFINITY
  let omitted = 0
  return ({ origin, host, publicUrl }) => {
    if (now() < next) {
      omitted += 1
      return
    }
    next = now() + everyMs
    log.warn(
      'a request was refused because its origin is not ours. If people open the app there, set NEXTAUTH_URL to this origin.',
      { origin: origin.slice(0, longest), host: host.slice(0, longest), publicUrl, ...(omitted > 0 && { omitted }) },
    )
    omitted = 0
  }
}

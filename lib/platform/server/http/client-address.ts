import type { IncomingHttpHeaders } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import { tunnelHeader, tunnelOf, tunnelOfRequest } from './tunneled.ts'

/** The client's address. `stampClientAddress` sets this header, and removes a client's own header of this name. */
export const clientAddressHeader = 'x-travel-client-address'

/**
 * The origin at which the outermost trusted proxy was reached. `stampClientAddress` sets this header, and removes a
 * client's own header of this name.
 */
export const forwardedOriginHeader = 'x-travel-forwarded-origin'

/**
 * Names of headers with which proxies and their services say whose request they pass on, such as `x-forwarded-for`,
 * `cf-connecting-ip`, `true-client-ip` and `via`. Next and next-auth believe some of them, so no request keeps one but the
 * chain of addresses that trusted proxies wrote.
 */
const ofProxy = /^(?:x-)?(?:[a-z]+-)?forwarded|^(?:x-)?original-(?:host|for|proto)|^cf-|^cdn-loop$|^via$|-addr$|ip$/

const isOfProxy = (name: string): boolean => ofProxy.test(name)

/**
 * Number of proxies in front of the app; each appends to `x-forwarded-for`. 0: clients connect directly. `publicUrl`: the
 * URL that people open. Without it, no proxy says at which origin it was reached.
 */
export type ProxyTrust = { readonly hops: number; readonly publicUrl?: string | undefined }

type Incoming = {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
  readonly httpVersion?: string
}

/** An address of this machine itself. */
const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i

export const isLoopback = (address: string): boolean => loopback.test(address)

/**
 * Writes the client's address into `clientAddressHeader`: the socket's, or with `hops` proxies the entry that the
 * outermost of them appended to `x-forwarded-for`. There is no address if the entry is missing or malformed, or if an
 * untrusted proxy on this machine passed the request on: its client may be anywhere. Such a proxy is known by a header,
 * or by HTTP/1.0, which nginx speaks by default and no browser does.
 */
export function stampClientAddress(request: Incoming, trust: ProxyTrust): void {
  if (keepsTunnel(request)) return
  const { headers, socket, httpVersion } = request
  const passedOn = Object.keys(headers).filter(isOfProxy)
  const isPassedOn = isLoopback(socket.remoteAddress ?? '') && (passedOn.length > 0 || httpVersion === '1.0')
  const direct = isPassedOn ? undefined : socket.remoteAddress
  const claimed = trust.hops === 0 ? direct : entryOf(headers['x-forwarded-for'], trust.hops)
  const origin = forwardedOrigin(headers, trust)
  for (const name of [clientAddressHeader, forwardedOriginHeader]) delete headers[name]
  for (const name of passedOn) if (trust.hops === 0 || name !== 'x-forwarded-for') delete headers[name]
  if (claimed !== undefined && isIP(claimed) !== 0) headers[clientAddressHeader] = claimed
  if (origin !== undefined) headers[forwardedOriginHeader] = origin
}

/** What the outermost of the trusted proxies wrote. */
function entryOf(value: string | string[] | undefined, hops: number): string | undefined {
  const chain = Array.isArray(value) ? value.join(',') : (value ?? '')
  return chain.split(',').at(-hops)?.trim()
}

/** The origin that the trusted proxies state; undefined without them, without a public URL, and without a host. */
function forwardedOrigin(headers: IncomingHttpHeaders, { hops, publicUrl }: ProxyTrust): string | undefined {
  if (hops === 0 || publicUrl === undefined) return undefined
  const host = entryOf(headers['x-forwarded-host'], hops)
  const scheme = entryOf(headers['x-forwarded-proto'], hops) || new URL(publicUrl).protocol.slice(0, -1)
  const url = host && /^https?$/.test(scheme) ? URL.parse(`${scheme}://${host}`) : null
  return url !== null && url.href === `${url.origin}/` ? url.origin : undefined
}

/**
 * Keeps what the door of a tunnel wrote, and gives Next the tunnel's origin. Only this machine may write it: removes it
 * from other requests.
 */
function keepsTunnel(request: Incoming): boolean {
  const { headers, socket } = request
  const tunnel = isLoopback(socket.remoteAddress ?? '') ? tunnelOfRequest(request) : undefined
  if (tunnel === undefined) {
    delete headers[tunnelHeader]
    return false
  }
  const address = headers[clientAddressHeader]
  // A visitor of the tunnel is on another machine, whatever address is claimed.
  if (typeof address !== 'string' || isIP(address) === 0 || isLoopback(address)) delete headers[clientAddressHeader]
  delete headers[forwardedOriginHeader]
  for (const name of Object.keys(headers).filter(isOfProxy)) delete headers[name]
  headers.host = tunnel.url.host
  headers['x-forwarded-host'] = tunnel.url.host
  headers['x-forwarded-proto'] = tunnel.url.protocol.slice(0, -1)
  return true
}

/**
 * The key for rate limits: the IPv4 address, or the /64 network of an IPv6 address (one customer holds a whole /64).
 * Requests from this machine share one key with those without an address, so that a client on this machine gets no
 * second limit with a header of a proxy, or with another loopback address. Visitors of a tunnel whose address is not known
 * share another key.
 */
export function clientKeyOf(headers: Headers): string {
  const address = headers.get(clientAddressHeader)
  if (address === null || isLoopback(address)) return tunnelOf(headers) === undefined ? 'local' : 'tunnel'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  return isIPv6(address) ? networkOf(address) : address
}

/** The same for a request as Node gives it. */
export function clientKeyOfRequest({ headers }: Pick<Incoming, 'headers'>): string {
  const given = [clientAddressHeader, tunnelHeader].flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] satisfies [string, string]] : []
  })
  return clientKeyOf(new Headers(given))
}

function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

import type { IncomingHttpHeaders } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import { tunnelHeader, tunnelOf, tunnelOfRequest } from './tunneled.ts'

/** The client's address. `stampClientAddress` sets this header, and removes a client's own header of this name. */
export const clientAddressHeader = 'x-travel-client-address'

/** Headers that only a proxy may set. Next trusts some of them, so they are removed without a trusted proxy. */
const proxyHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/** Number of proxies in front of the app; each appends to `x-forwarded-for`. 0: clients connect directly. */
export type ProxyTrust = { readonly hops: number }

type Incoming = { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } }

/** An address of this machine itself. */
const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i

export const isLoopback = (address: string): boolean => loopback.test(address)

/**
 * Writes the client's address into `clientAddressHeader`: the socket's, or with `hops` proxies the entry that the
 * outermost of them appended to `x-forwarded-for`. There is no address if the entry is missing or malformed, or if an
 * untrusted proxy on this machine passed the request on: its client may be anywhere.
 */
export function stampClientAddress(request: Incoming, trust: ProxyTrust): void {
  if (keepsTunnel(request)) return
  const forwarded = request.headers['x-forwarded-for']
  const chain = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''))
    .split(',')
    .map((part) => part.trim())
  const sender = request.socket.remoteAddress
  const isPassedOn = isLoopback(sender ?? '') && proxyHeaders.some((name) => request.headers[name] !== undefined)
  const direct = isPassedOn ? undefined : sender
  const claimed = trust.hops === 0 ? direct : chain.at(-trust.hops)
  delete request.headers[clientAddressHeader]
  if (trust.hops === 0) for (const name of proxyHeaders) delete request.headers[name]
  if (claimed !== undefined && isIP(claimed) !== 0) request.headers[clientAddressHeader] = claimed
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
  for (const name of proxyHeaders) delete headers[name]
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

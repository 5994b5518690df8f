import type { IncomingHttpHeaders } from 'node:http'
import { isIP, isIPv6 } from 'node:net'

/** Set on every request from the socket, whatever the client sent under this name. */
export const clientAddressHeader = 'x-travel-client-address'

/** Headers that only a proxy may say. Next believes them, so without a trusted proxy they are taken away. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto']

/** How many proxies stand in front, each of which appends to `x-forwarded-for`. 0: clients connect directly. */
export type ProxyTrust = { readonly hops: number }

type Incoming = { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } }

/**
 * Writes the client's address into `clientAddressHeader`: the socket's, or with `hops` proxies in front the entry that the
 * outermost of them appended to `x-forwarded-for`. A missing or malformed entry leaves no address.
 */
export function stampClientAddress(request: Incoming, trust: ProxyTrust): void {
  const forwarded = request.headers['x-forwarded-for']
  const chain = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''))
    .split(',')
    .map((part) => part.trim())
  const claimed = trust.hops === 0 ? request.socket.remoteAddress : chain.at(-trust.hops)
  delete request.headers[clientAddressHeader]
  if (trust.hops === 0) for (const name of proxyHeaders) delete request.headers[name]
  if (claimed !== undefined && isIP(claimed) !== 0) request.headers[clientAddressHeader] = claimed
}

/**
 * What limits are counted by: the IPv4 address, or the /64 network of an IPv6 address (one customer holds that many).
 * Requests without a stamped address share one count.
 */
export function clientKeyOf(headers: Headers): string {
  const address = headers.get(clientAddressHeader)
  if (address === null) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  return isIPv6(address) ? networkOf(address) : address
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

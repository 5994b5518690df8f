import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** One run of a tunnel. A later run has another id, also at the same origin. */
export type Tunneled = { readonly id: string; readonly url: URL }

/**
 * Set by the door of the tunnel on each request that it passes on, and kept: Next repeats the headers of a server action
 * in the request that it sends to itself, which then belongs to the tunnel too.
 */
export const tunnelHeader = 'x-travel-tunnel'

/** Next loads this module several times in one process, and all must know the same proof. */
const key = Symbol.for('travel.aw tunnel')
const shared: typeof globalThis & { [key]?: Buffer } = globalThis
const proof = (): Buffer => {
  shared[key] ??= randomBytes(32)
  return shared[key]
}

/** The value of `tunnelHeader`, which only this process can write. */
export const tunnelStamp = ({ id, url }: Tunneled): string => `${proof().toString('hex')} ${id} ${url.origin}`

/** The tunnel through which a request came; undefined without one, and for a header that another process wrote. */
export function tunnelOf(headers: Headers): Tunneled | undefined {
  const [given = '', id, origin, ...rest] = (headers.get(tunnelHeader) ?? '').split(' ')
  const bytes = Buffer.from(given, 'hex')
  if (bytes.length !== proof().length || !timingSafeEqual(bytes, proof())) return undefined
  if (id === undefined || origin === undefined || rest.length > 0) return undefined
  return { id, url: new URL(origin) }
}

/** The same for a request as Node gives it. */
export function tunnelOfRequest({ headers }: { readonly headers: IncomingHttpHeaders }): Tunneled | undefined {
  const value = headers[tunnelHeader]
  return typeof value === 'string' ? tunnelOf(new Headers({ [tunnelHeader]: value })) : undefined
}

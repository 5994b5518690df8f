import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sha256 } from '#runner/core/hash.ts'
import type { RandomBytes } from '#runner/core/ports.ts'

/** For callers whose Authorization header has a key of their own. */
export const tunnelPasswordHeader = 'x-tunnel-password'

/** 32 signs that are not taken for one another. */
const signs = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A new password of 80 random bits, in groups that a person can type on a telephone. */
export function newTunnelPassword(randomBytes: RandomBytes): string {
  const text = Array.from(randomBytes(16), (byte) => signs[byte % signs.length]).join('')
  return text.replace(/(?<=.)(?=(?:.{4})+$)/g, '-')
}

/** The password in a request, in the header of its own or that of HTTP Basic authentication, with any name. */
export function passwordIn(headers: IncomingHttpHeaders): string | undefined {
  const own = headers[tunnelPasswordHeader]
  if (typeof own === 'string') return own
  const basic = basicIn(headers)
  if (basic === undefined) return undefined
  const text = Buffer.from(basic, 'base64').toString()
  return text.slice(text.indexOf(':') + 1)
}

/** The credentials of HTTP Basic authentication, which are always meant for the tunnel: the app has none. */
export const basicIn = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  /^basic +(\S+)$/i.exec(authorization ?? '')?.[1]

export const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(wanted)))

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from '#lib/platform/server/env/env.ts'
import { clientAddressHeader, isLoopback } from '#lib/platform/server/http/client-address.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import { tunnelOf } from '#lib/platform/server/http/tunneled.ts'

/** The header with the setup code. Operators give the code to those who may create profiles from other machines. */
export const setupCodeHeader = 'x-setup-code'

/** The setup code of an instance. 60 bits are enough, because attempts are rate-limited by client address. */
export const setupCodeOf = (key: Uint8Array): string =>
  `setup_${createHmac('sha256', key).update('setup code').digest('hex').slice(0, 15)}`

/** `knowsClients`: false if a proxy may make remote clients look like clients on this machine. */
export type ProfileDoor = { readonly code: string; readonly isOpen: boolean; readonly knowsClients: boolean }

/**
 * Whether the app sees the clients' own addresses: it has no public URL, a local one, or the number of its proxies.
 * Otherwise a proxy on this machine may serve the public URL, and not every proxy adds a header that reveals it.
 */
export function knowsClients({ publicUrl, trustedProxies }: Pick<Env, 'publicUrl' | 'trustedProxies'>): boolean {
  if (trustedProxies > 0 || publicUrl === undefined) return true
  const { hostname } = new URL(publicUrl)
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

/**
 * Clients on this machine may create profiles. Others need the setup code, unless the operator allows everyone, which does
 * not include the visitors of a tunnel.
 */
export function mayCreateProfile(headers: Headers, door: ProfileDoor): Outcome<true> {
  const { code, isOpen } = door
  const address = headers.get(clientAddressHeader)
  const opensHere = isOpen && tunnelOf(headers) === undefined
  if (opensHere || (door.knowsClients && address !== null && isLoopback(address))) return { ok: true, value: true }
  const given = Buffer.from(headers.get(setupCodeHeader) ?? '')
  const wanted = Buffer.from(code)
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return { ok: true, value: true }
  return refuse('FORBIDDEN', {
    message: `Creating a profile from another machine, or through a proxy, needs the header ${setupCodeHeader}: ask the operator for the setup code.`,
  })
}

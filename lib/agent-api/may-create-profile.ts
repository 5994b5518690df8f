import { createHmac, timingSafeEqual } from 'node:crypto'
import { clientAddressHeader } from '#lib/http/client-address.ts'
import { type Outcome, refuse } from '#lib/http/outcome.ts'

/** The header with the setup code. Operators give the code to those who may create profiles from other machines. */
export const setupCodeHeader = 'x-setup-code'

/** The setup code of an instance. 60 bits are enough, because attempts are rate-limited by client address. */
export const setupCodeOf = (key: Uint8Array): string =>
  `setup_${createHmac('sha256', key).update('setup code').digest('hex').slice(0, 15)}`

const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i

export type ProfileDoor = { readonly code: string; readonly isOpen: boolean }

/** Clients on this machine may create profiles. Others need the setup code, unless the operator allows everyone. */
export function mayCreateProfile(headers: Headers, { code, isOpen }: ProfileDoor): Outcome<true> {
  const address = headers.get(clientAddressHeader)
  if (isOpen || (address !== null && loopback.test(address))) return { ok: true, value: true }
  const given = Buffer.from(headers.get(setupCodeHeader) ?? '')
  const wanted = Buffer.from(code)
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return { ok: true, value: true }
  return refuse('FORBIDDEN', {
    message: `Creating a profile from another machine needs the header ${setupCodeHeader}: ask the operator for the setup code.`,
  })
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import { isThisMachine, type Reached } from '#lib/platform/server/http/this-machine.ts'
import { tunnelOf } from '#lib/platform/server/http/tunneled.ts'

/** The header with the setup code. Operators give the code to those who may create profiles from other machines. */
export const setupCodeHeader = 'x-setup-code'

/** The setup code of an instance. 60 bits are enough, because attempts are rate-limited by client address. */
export const setupCodeOf = (key: Uint8Array): string =>
  `setup_${createHmac('sha256', key).update('setup code').digest('hex').slice(0, 15)}`

export type ProfileDoor = { readonly code: string; readonly isOpen: boolean; readonly reached: Reached }

/**
 * Clients on this machine may create profiles. Others need the setup code, unless the operator allows everyone, which does
 * not include the visitors of a tunnel.
 */
export function mayCreateProfile(headers: Headers, door: ProfileDoor): Outcome<true> {
  const { code, isOpen, reached } = door
  const opensHere = isOpen && tunnelOf(headers) === undefined
  if (opensHere || isThisMachine(headers, reached)) return { ok: true, value: true }
  const given = Buffer.from(headers.get(setupCodeHeader) ?? '')
  const wanted = Buffer.from(code)
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return { ok: true, value: true }
  return refuse('FORBIDDEN', {
    message: `Creating a profile from another machine, or through a proxy, needs the header ${setupCodeHeader}: ask the operator for the setup code.`,
  })
}

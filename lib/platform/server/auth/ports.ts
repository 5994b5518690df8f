import type { Prisma } from '../db/generated/client.ts'
import { clientKeyOf } from '../http/client-address.ts'
import type { RateLimits } from '../http/rate-limit.ts'
import type { PlatformPorts } from '../ports.ts'
import type { Passwords } from './password.ts'
import type { SessionClaim } from './session-cookie.ts'

/**
 * Moves what a guest stored to the account that the guest signs in to, in the transaction of the sign-in. `previous`:
 * the session that ends with the sign-in, as named by its cookie, which the function verifies. Resolves to its id if
 * it is a valid session of a guest.
 */
export type MoveGuestData = (
  tx: Prisma.TransactionClient,
  move: { readonly previous: SessionClaim | undefined; readonly userId: string; readonly at: Date },
) => Promise<string | undefined>

/** The dependencies of account and session operations. */
export type AuthPorts = Pick<PlatformPorts, 'db' | 'audit' | 'clock' | 'randomBytes'> & {
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly moveGuestData: MoveGuestData
}

/** The caller of an operation, for limits and the session list. */
export type Client = { readonly key: string; readonly userAgent: string | null }

const maxUserAgentLength = 300

export function clientOf(headers: Headers): Client {
  const userAgent = headers.get('user-agent')?.slice(0, maxUserAgentLength) ?? null
  return { key: clientKeyOf(headers), userAgent }
}

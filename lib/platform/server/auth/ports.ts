import type { Clock, RandomBytes } from '#runner/core/ports.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { DatabaseClient } from '../db/client.ts'
import { clientKeyOf } from '../http/client-address.ts'
import type { RateLimits } from '../http/rate-limit.ts'
import type { Passwords } from './password.ts'

/** The dependencies of account and session operations. */
export type AuthPorts = {
  readonly db: DatabaseClient
  readonly clock: Pick<Clock, 'now'>
  readonly randomBytes: RandomBytes
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly audit: AuditTrail
}

/** The caller of an operation, for limits and the session list. */
export type Client = { readonly key: string; readonly userAgent: string | null }

const maxUserAgentLength = 300

export function clientOf(headers: Headers): Client {
  const userAgent = headers.get('user-agent')?.slice(0, maxUserAgentLength) ?? null
  return { key: clientKeyOf(headers), userAgent }
}

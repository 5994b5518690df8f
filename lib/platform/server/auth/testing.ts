import { randomBytes } from 'node:crypto'
import { moveGuestTrips } from '#lib/travel/server/trips/move-guest-trips.ts'
import { auditKeysOf } from '../audit/audit-macs.ts'
import { createAuditTrail } from '../audit/audit-trail.ts'
import type { DatabaseClient } from '../db/client.ts'
import { createRateLimits, type RatePolicies } from '../http/rate-limit.ts'
import { type Auth, createAuth } from './auth.ts'
import { createPasswords } from './password.ts'
import type { IssuedCookie } from './session-cookie.ts'

/** The audit keys of these tests. */
export const testAuditKeys = auditKeysOf({ encryptionKey: new Uint8Array(32).fill(3) })

/** Auth with a test database, cheap hashes and a clock that the test moves. */
export function createTestAuth(
  db: DatabaseClient,
  options: { policies?: Partial<RatePolicies>; passwordLn?: number; publicUrl?: URL | undefined } = {},
): { auth: Auth; clock: { now(): number; advance(ms: number): void } } {
  let now = Date.parse('2026-11-20T08:00:00Z')
  const clock = {
    now: () => now,
    advance: (ms: number) => {
      now += ms
    },
  }
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const auth = createAuth({
    ports: {
      db,
      clock,
      randomBytes,
      passwords: createPasswords({ randomBytes, cost: { ln: options.passwordLn ?? 4, r: 8, p: 1 } }),
      limits: createRateLimits({ ...(options.policies ? { policies: options.policies } : {}) }),
      audit: createAuditTrail(testAuditKeys.rows),
      moveGuestData: moveGuestTrips,
    },
    settings: { sessionKey: new Uint8Array(32).fill(7), publicUrl: options.publicUrl, oidc: undefined },
    log,
  })
  return { auth, clock }
}

/** The request headers of a browser with these cookies. */
export function browserWith(...cookies: IssuedCookie[]): Headers {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return new Headers({ 'user-agent': 'Test browser', ...(cookie ? { cookie } : {}) })
}

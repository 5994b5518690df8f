import { createAuth } from '#lib/platform/server/auth/auth.ts'
import { createPasswords } from '#lib/platform/server/auth/password.ts'
import type { Env } from '#lib/platform/server/env/env.ts'
import { createRateLimits, type RateLimits } from '#lib/platform/server/http/rate-limit.ts'
import { moveGuestTrips } from '#lib/travel/server/trips/move-guest-trips.ts'
import type { Log } from '#runner/core/ports.ts'
import { type Base, type ComposeOptions, openBase } from './open-base.ts'

/** The accounts of this instance alone, for a command. */
export async function openAccounts(options: ComposeOptions, opened: AsyncDisposableStack) {
  const base = await openBase(options, opened)
  const limits = createRateLimits({ pool: base.db.pool })
  return { env: base.env, auth: openAuth(base, limits, publicUrlOf(base.env, base.log)) }
}

export function openAuth(
  { env, db, secrets, audit, clock, randomBytes, log }: Base,
  limits: RateLimits,
  publicUrl: URL | undefined,
) {
  const passwords = createPasswords({ randomBytes })
  return createAuth({
    ports: { db, clock, randomBytes, passwords, limits, audit, moveGuestData: moveGuestTrips },
    settings: { sessionKey: secrets.sessionKey, publicUrl, oidc: env.oidc },
    log,
  })
}

export function publicUrlOf(env: Env, log: Log): URL | undefined {
  const publicUrl = env.publicUrl === undefined ? undefined : new URL(env.publicUrl)
  // The app itself serves only http.
  if (publicUrl?.protocol === 'https:' && env.trustedProxies === 0) {
    log.warn(
      'NEXTAUTH_URL is an https address, so a proxy is in front of the app, but TRAVEL_TRUST_PROXY is 0: all visitors share one rate limit. Set it to the number of proxies.',
    )
  }
  return publicUrl
}

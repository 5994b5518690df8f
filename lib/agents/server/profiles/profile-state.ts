import type { Profile } from '#lib/platform/server/db/generated/client.ts'
import { type Refused, refuse } from '#lib/platform/server/http/outcome.ts'
import type { ProfileView } from '../../model/profile-schema.ts'

export type ProfileState = Pick<Profile, 'lockedAt' | 'expiresAt' | 'revokedAt'>

export function stateOf({ revokedAt, expiresAt, lockedAt }: ProfileState, now: Date): ProfileView['state'] {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return lockedAt === null ? 'unlocked' : 'locked'
}

/** The profiles that are unlocked at this time. */
export const unlockedAt = (now: Date) => ({
  lockedAt: null,
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
})

export const unknownProfile = () =>
  refuse('NOT_FOUND', { message: 'There is no profile with this id. Check it, or create one with POST /profiles.' })

export const revokedMessage = 'The operator has revoked this profile. Ask for another one with POST /profiles.'
const expiredMessage =
  'This profile has expired. Ask the operator to extend it, or create another one with POST /profiles.'

/** Refuses a revoked or expired profile. */
export function requireNotEnded(profile: ProfileState, now: Date): Refused | undefined {
  const state = stateOf(profile, now)
  if (state === 'revoked') return refuse('FORBIDDEN', { message: revokedMessage })
  if (state === 'expired') return refuse('FORBIDDEN', { message: expiredMessage })
  return undefined
}

export function requireUnlocked(profile: ProfileState, now: Date): Refused | undefined {
  const refused = requireNotEnded(profile, now)
  if (refused || profile.lockedAt === null) return refused
  return refuse('CONFLICT', {
    message: 'The profile is locked: ask the operator for a key or host with POST /profiles/{id}/proposals.',
  })
}

/** Refuses a profile that is not locked yet, or is revoked or expired. */
export function requireLocked(profile: ProfileState, now: Date): Refused | undefined {
  const refused = requireNotEnded(profile, now)
  if (refused || profile.lockedAt !== null) return refused
  return refuse('CONFLICT', {
    message:
      'The profile is unlocked: add its keys with POST /profiles/{id}/keys, and ask the operator to fill in the values and lock it.',
  })
}

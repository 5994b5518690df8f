import { createGroupRead } from '#lib/platform/server/db/batches.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Profile } from '#lib/platform/server/db/generated/client.ts'
import type { Position } from '#lib/platform/server/db/pages.ts'
import { type Refused, refuse } from '#lib/platform/server/http/outcome.ts'
import { isId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { Clock } from '#runner/core/ports.ts'
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
export const expiredMessage =
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

/** Finds whether a principal is a profile that has expired, was revoked or does not exist. Reads it at each call. */
export function createHasEnded(db: Pick<DatabaseClient, 'profile'>, clock: Pick<Clock, 'now'>) {
  const read = createGroupRead(async (ids: readonly string[]) => {
    const select = { id: true, lockedAt: true, expiresAt: true, revokedAt: true }
    const rows = await db.profile.findMany({ where: { id: { in: [...ids] } }, select })
    return new Map(rows.map((row) => [row.id, row]))
  })
  return async ({ id }: Pick<Principal, 'id'>): Promise<boolean> => {
    if (!isId('prof', id)) return false
    const row = await read(id)
    return row === undefined || requireNotEnded(row, new Date(clock.now())) !== undefined
  }
}

export const latestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

/** The rows after a position, in the order `latestFirst`. Undefined: all rows. */
export const beyond = (from: Position | undefined) =>
  from === undefined ? {} : { OR: [{ createdAt: { lt: from.at } }, { createdAt: from.at, id: { lt: from.id } }] }

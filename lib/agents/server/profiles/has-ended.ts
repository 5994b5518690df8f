import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { createGroupRead } from '#lib/platform/server/db/group-read.ts'
import { isId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { Clock } from '#runner/core/ports.ts'
import { requireNotEnded } from './profile-state.ts'

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

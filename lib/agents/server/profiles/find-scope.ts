import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { ExplainedProfile } from '#lib/skills/server/invoking/explain-skill.ts'
import type { Clock } from '#runner/core/ports.ts'
import { stateOf } from './profile-state.ts'
import { readProfile } from './read-profile.ts'
import { readSettings } from './stored-settings.ts'

/** What the profile with this id (`prof_…`) may access. `undefined`: there is no such profile. */
export async function findProfileScope(
  { db, clock }: { readonly db: DatabaseClient; readonly clock: Pick<Clock, 'now'> },
  id: string,
): Promise<ExplainedProfile | undefined> {
  const found = await readProfile(db, id)
  if (!found) return undefined
  const { timeout_s, memory_mb, fuel } = readSettings(found.row).limits
  return {
    id,
    state: stateOf(found.row, new Date(clock.now())),
    scope: {
      hosts: found.row.hosts,
      keys: found.keys.map(({ name }) => name),
      limits: { timeoutMs: timeout_s === undefined ? undefined : timeout_s * 1000, memoryMb: memory_mb, fuel },
    },
  }
}

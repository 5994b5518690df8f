import type { DatabaseClient } from '#lib/db/client.ts'
import { ProfileLimits } from '#lib/shared/profile-schema.ts'
import type { ExplainedProfile } from '#lib/skills/explain-skill.ts'
import type { Clock } from '#runner/ports.ts'
import { readProfile, stateOf } from './read-profile.ts'

/** What a profile may reach, by its id, `prof_…`. `undefined`: there is none. */
export async function findProfileScope(
  { db, clock }: { readonly db: DatabaseClient; readonly clock: Pick<Clock, 'now'> },
  id: string,
): Promise<ExplainedProfile | undefined> {
  const found = await readProfile(db, id)
  if (!found) return undefined
  const { timeout_s, memory_mb, fuel } = ProfileLimits.parse(found.row.limits)
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

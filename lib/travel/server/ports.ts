import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { InvokeSkill } from '#lib/skills/server/invoking/invoke-skill.ts'
import type { Clock, Log, RandomBytes } from '#runner/core/ports.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import type { Places } from './places/places.ts'

/** What the operations of travelers need. */
export type TravelPorts = {
  readonly db: DatabaseClient
  readonly skills: { byCapability(capability: string): Promise<readonly LoadedSkill[]> }
  readonly invoke: Pick<InvokeSkill, 'admit' | 'recall' | 'answer'>
  readonly places: Places
  readonly clock: Pick<Clock, 'now'>
  readonly randomBytes: RandomBytes
  readonly log: Log
}

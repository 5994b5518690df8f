import type { DatabaseClient } from '#lib/db/client.ts'
import type { Places } from '#lib/places/places.ts'
import type { InvokeSkill } from '#lib/skills/invoke-skill.ts'
import type { Clock, Log, RandomBytes } from '#runner/ports.ts'
import type { LoadedSkill } from '#runner/skill.ts'

export type TripPorts = {
  readonly db: DatabaseClient
  readonly skills: { byCapability(capability: string): Promise<readonly LoadedSkill[]> }
  readonly invoke: Pick<InvokeSkill, 'admit' | 'recall' | 'answer'>
  readonly places: Places
  readonly clock: Pick<Clock, 'now'>
  readonly randomBytes: RandomBytes
  readonly log: Log
}

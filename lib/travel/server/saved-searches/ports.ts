import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { InvokeSkill } from '#lib/skills/server/invoking/invoke-skill.ts'
import type { Clock, Log, RandomBytes } from '#runner/core/ports.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import type { Places } from '../places/places.ts'
import type { SearchTurns } from '../search/search-turns.ts'

export type SavedSearchPorts = {
  readonly db: DatabaseClient
  readonly skills: { byCapability(capability: string): Promise<readonly LoadedSkill[]> }
  readonly invoke: Pick<InvokeSkill, 'admit' | 'recall' | 'answer'>
  readonly places: Places
  /** A scheduled search waits like any other background search. */
  readonly turns: Pick<SearchTurns, 'background'>
  readonly clock: Pick<Clock, 'now'>
  readonly randomBytes: RandomBytes
  readonly log: Log
  /** The maximum number of scheduled searches per hour, for all people together. 0 turns them off. */
  readonly perHour: number
}

/** A random number from 0 to 1. */
export const randomOf = ({ randomBytes }: Pick<SavedSearchPorts, 'randomBytes'>): number =>
  (randomBytes(1)[0] ?? 0) / 255

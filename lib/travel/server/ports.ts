import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { InvokeSkill } from '#lib/skills/server/invoking/invoke-skill.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import type { Places } from './places/places.ts'

/** What the operations of travelers need. */
export type TravelPorts = Pick<PlatformPorts, 'db' | 'clock' | 'randomBytes' | 'log'> & {
  readonly skills: { byCapability(capability: string): Promise<readonly LoadedSkill[]> }
  readonly invoke: Pick<InvokeSkill, 'admit' | 'recall' | 'answer'>
  readonly places: Places
}

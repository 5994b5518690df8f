import type { ListingBroker } from '#lib/platform/server/vault/environment-broker.ts'
import type { Upstreams } from '#runner/core/ports.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { isStandIn } from './is-stand-in.ts'

type Ports = {
  readonly skills: { switchedOff(capability: string): Promise<readonly Pick<LoadedSkill, 'manifest'>[]> }
  /** The real credentials, without those of stand-ins. */
  readonly broker: Pick<ListingBroker, 'configuredNames'>
  readonly upstreams: Upstreams
}

/** The name of a skill with a capability that could answer if it were not switched off; undefined if there is none. */
export type SwitchedOffSource = (capability: string) => Promise<string | undefined>

export function createSwitchedOffSource({ skills, broker, upstreams }: Ports): SwitchedOffSource {
  return async (capability) => {
    const off = await skills.switchedOff(capability)
    if (off.length === 0) return undefined
    const names = await broker.configuredNames()
    const able = off.find(
      ({ manifest }) =>
        manifest.permissions.secrets.every((secret) => names.has(secret)) || isStandIn(manifest, upstreams),
    )
    return able?.manifest.name
  }
}

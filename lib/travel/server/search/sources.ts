import type { ListingBroker } from '#lib/platform/server/vault/environment-broker.ts'
import { type SkillManifest, secretsOf } from '#runner/contract/manifest.ts'
import type { Upstreams } from '#runner/core/ports.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { providerOf } from '#runner/run/output.ts'

/** The state of a search source, for the operator. `missing`: for each secret without a value, the reason. */
export type SourceStatus = {
  readonly skill: string
  readonly provider: string
  /** `stand-in`: generated data answers in place of the provider. */
  readonly state: 'configured' | 'not configured' | 'stand-in'
  readonly missing: readonly string[]
}

export type SourceStatuses = () => Promise<readonly SourceStatus[]>

type Skills = readonly Pick<LoadedSkill, 'manifest'>[]

type Ports = {
  /** The real credentials, without those of stand-ins. */
  readonly broker: Pick<ListingBroker, 'configuredNames' | 'whyMissing'>
  readonly upstreams: Upstreams
}

/** Lists the enabled skills that have secrets, and whether a request would reach their providers. */
export function createSourceStatuses({
  skills,
  broker,
  upstreams,
}: Ports & { readonly skills: { list(): Promise<Skills> } }): SourceStatuses {
  return async () => {
    const names = await broker.configuredNames()
    const keyed = (await skills.list()).filter(({ manifest }) => manifest.permissions.secrets.length > 0)
    return keyed.map(({ manifest }) => {
      const { permissions, credentials, name } = manifest
      const missing = permissions.secrets.filter((secret) => !names.has(secret))
      const hostsOf = (secret: string) => {
        const uses = Object.values(credentials).filter((use) => secretsOf(use).some(([, one]) => one === secret))
        return uses.length > 0 ? uses.map(({ host }) => host) : permissions.network.egress
      }
      return {
        skill: name,
        provider: providerOf(manifest),
        state: isStandIn(manifest, upstreams) ? 'stand-in' : missing.length > 0 ? 'not configured' : 'configured',
        missing: missing.map((secret) => broker.whyMissing?.(secret, hostsOf(secret)) ?? `${secret} has no value`),
      }
    })
  }
}

/** The name of a skill with a capability that could answer if it were not switched off; undefined if there is none. */
export type SwitchedOffSource = (capability: string) => Promise<string | undefined>

export function createSwitchedOffSource({
  skills,
  broker,
  upstreams,
}: Ports & { readonly skills: { switchedOff(capability: string): Promise<Skills> } }): SwitchedOffSource {
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

/** The capabilities of the searches that travelers make. */
const searches: readonly (string | undefined)[] = ['C-FLIGHT-SEARCH', 'C-HOTEL-SEARCH']

/** Whether an enabled search skill has all its credentials. A skill without secrets does not count. */
export async function hasLiveSource(
  skills: { list(): Promise<Skills> },
  broker: Pick<ListingBroker, 'configuredNames'>,
): Promise<boolean> {
  const names = await broker.configuredNames()
  // Without any credential, the skills need not be loaded.
  if (names.size === 0) return false
  return (await skills.list()).some(({ manifest: { capability, permissions } }) => {
    const { secrets } = permissions
    return searches.includes(capability) && secrets.length > 0 && secrets.every((name) => names.has(name))
  })
}

/** Whether a stand-in with generated data answers in place of the skill's provider. */
const isStandIn = ({ permissions }: SkillManifest, upstreams: Upstreams): boolean =>
  permissions.network.egress.some((host) => upstreams.of(host)?.data === 'sample')

import type { ListingBroker } from '#lib/platform/server/vault/environment-broker.ts'
import { secretsOf } from '#runner/contract/manifest.ts'
import type { Upstreams } from '#runner/core/ports.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { providerOf } from '#runner/run/output.ts'
import { isStandIn } from './is-stand-in.ts'

/** The state of a search source, for the operator. `missing`: for each secret without a value, the reason. */
export type SourceStatus = {
  readonly skill: string
  readonly provider: string
  /** `stand-in`: generated data answers in place of the provider. */
  readonly state: 'configured' | 'not configured' | 'stand-in'
  readonly missing: readonly string[]
}

export type SourceStatuses = () => Promise<readonly SourceStatus[]>

type Ports = {
  readonly skills: { list(): Promise<readonly Pick<LoadedSkill, 'manifest'>[]> }
  /** The real credentials, without those of stand-ins. */
  readonly broker: Pick<ListingBroker, 'configuredNames' | 'whyMissing'>
  readonly upstreams: Upstreams
}

/** Lists the enabled skills that have secrets, and whether a request would reach their providers. */
export function createSourceStatuses({ skills, broker, upstreams }: Ports): SourceStatuses {
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

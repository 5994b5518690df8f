import { type BoundCredentials, isWithheld } from '../contract/bound-credentials.ts'
import { type CredentialUse, secretsOf } from '../contract/manifest.ts'
import type { CredentialBroker } from '../core/ports.ts'
import type { Grant } from '../core/skill.ts'

type Unconfigured = {
  readonly uses: Readonly<Record<string, CredentialUse>>
  readonly permissions: Grant['permissions']
  readonly credentials: BoundCredentials
}

/** The granted secrets without a usable value, for the caller. */
export const withoutValue = (
  { secrets }: Grant['permissions'],
  credentials: BoundCredentials,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    secrets.flatMap((name) => {
      const bound = credentials.get(name)
      return bound === undefined || isWithheld(bound) ? [[name, 'has no value that may be used now']] : []
    }),
  )

/** For the log: why granted secrets have no value, and how to set each secret for the skill's hosts. */
export function whyUnconfigured(
  broker: CredentialBroker | undefined,
  { uses, permissions, credentials }: Unconfigured,
): string | undefined {
  const told = permissions.secrets.flatMap((name) => {
    const bound = credentials.get(name)
    if (bound !== undefined) return isWithheld(bound) ? bound.why : []
    const of = Object.values(uses).filter((use) => secretsOf(use).some(([, secret]) => secret === name))
    // A plain secret may be sent to any declared host.
    const hosts = of.length > 0 ? of.map(({ host }) => host) : permissions.network.egress
    return broker?.whyMissing?.(name, [...new Set(hosts)]) ?? []
  })
  return told.length > 0 ? told.join('; ') : undefined
}

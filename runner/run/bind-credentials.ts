import type { AgentRule } from '../contract/agent-rule.ts'
import type { BoundCredentials } from '../contract/bound-credentials.ts'
import type { Principal } from '../contract/principal.ts'
import { sha256 } from '../core/hash.ts'
import type { CredentialBroker } from '../core/ports.ts'
import type { Grant } from '../core/skill.ts'

type Binding = {
  readonly principal: Principal
  readonly grant: Grant
  /** The caller's own values, by secret. They take precedence over the broker's and may go to every granted host. */
  readonly own: Readonly<Record<string, string>>
  /** The skill, and what the operator lets the principal do with it. Absent: it has no rule. */
  readonly skill?: string | undefined
  readonly rule?: Pick<AgentRule, 'own_secrets'> | undefined
}

/** Binds the credentials of an execution. Without a broker, only the caller's own values are bound. */
export async function bindCredentials(
  broker: CredentialBroker | undefined,
  { principal, grant, own, skill, rule }: Binding,
): Promise<BoundCredentials> {
  const { secrets, network } = grant.permissions
  const wanted = secrets.filter((secret) => !Object.hasOwn(own, secret))
  const names = wanted.filter((secret) => rule?.own_secrets?.includes(secret))
  const ofPrincipal = skill !== undefined && names.length > 0 ? { skill, names, hosts: network.egress } : undefined
  const found = broker && wanted.length > 0 ? await broker.bind(principal, wanted, ofPrincipal) : new Map()
  return new Map(
    secrets.flatMap((secret) => {
      const value = Object.hasOwn(own, secret) ? own[secret] : undefined
      const bound = value
        ? { version: versionOf(secret, value), hosts: network.egress, isCallers: true, value: () => value }
        : found.get(secret)
      return bound === undefined ? [] : [[secret, bound] as const]
    }),
  )
}

/** The version of a credential whose source provides no version number. */
export function versionOf(secret: string, value: string): string {
  return sha256(`${secret}\0${value}`)
}

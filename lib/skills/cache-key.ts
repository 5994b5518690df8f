import { createHash } from 'node:crypto'
import type { AdmittedExecution } from '#runner/admit.ts'
import type { CredentialBroker, Upstreams } from '#runner/ports.ts'

/** JSON with sorted keys: equal values read the same. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/**
 * What an answer depends on: the skill's digest, the input, what it may do, the upstreams with their labels and the
 * credentials (by fingerprint). Two requests with one key may share an answer; nothing else may.
 */
export function cacheKeyOf(
  { skill, input, grant }: AdmittedExecution,
  upstreams: Upstreams,
  broker: CredentialBroker,
): string {
  const { timeout_ms: _, ...config } = input.config
  return sha256([
    skill.digest,
    { action: input.action, params: input.params, config },
    grant.permissions,
    grant.permissions.network.egress.map((host) => upstreams.of(host) ?? null),
    grant.permissions.secrets.map((name) => broker.fingerprint(name) ?? null),
  ])
}

/** As `cacheKeyOf`, and the same limits: one who may use more does not share the fate of one who may use less. */
export function flightKeyOf(cacheKey: string, { grant }: AdmittedExecution): string {
  return sha256([cacheKey, grant.limits])
}

function sha256(parts: unknown): string {
  return createHash('sha256').update(canonicalJson(parts)).digest('base64url')
}

import { createHash } from 'node:crypto'
import type { AdmittedExecution } from '#runner/admit.ts'
import { canonicalJson } from '#runner/canonical-json.ts'
import { credentialsId } from '#runner/contract/bound-credentials.ts'
import type { Upstreams } from '#runner/ports.ts'

/**
 * What an answer depends on: the skill's digest, the input, what it may do, the upstreams with their labels and the
 * credentials (by their versions). Two requests with one key may share an answer; nothing else may.
 */
export function cacheKeyOf({ skill, input, grant, credentials }: AdmittedExecution, upstreams: Upstreams): string {
  const { timeout_ms: _, ...config } = input.config
  return sha256([
    skill.digest,
    { action: input.action, params: input.params, config },
    grant.permissions,
    grant.permissions.network.egress.map((host) => upstreams.of(host) ?? null),
    credentialsId(grant.permissions.secrets, credentials),
  ])
}

/** As `cacheKeyOf`, and the same limits: one who may use more does not share the fate of one who may use less. */
export function coalescingKeyOf(cacheKey: string, { grant }: AdmittedExecution): string {
  return sha256([cacheKey, grant.limits])
}

/** Equal parts read the same, whatever the order of their keys; what is undefined counts as absent. */
function sha256(parts: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify(parts))))
    .digest('base64url')
}

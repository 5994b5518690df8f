import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { credentialsId } from '#runner/contract/bound-credentials.ts'
import type { SkillSuccess } from '#runner/contract/skill-io.ts'
import { canonicalJson, type JsonInput } from '#runner/core/canonical-json.ts'
import type { Upstreams } from '#runner/core/ports.ts'
import type { AdmittedExecution } from '#runner/run/admit.ts'
import { callFor } from '#runner/run/call-for.ts'

export type AnswerCache = ReturnType<typeof createAnswerCache>

const maxBytes = 48 * 1024 * 1024
const maxCharacters = 4 * 1024 * 1024
/** What a cached answer takes for each character of its JSON: its objects 1.6, and its bytes, plain and compressed, 1.1. */
const bytesPerCharacter = 2.7

/**
 * Caches successful answers for the time in the skill's manifest, up to a size limit. Does not cache partial answers.
 */
export function createAnswerCache(now: () => number) {
  const answers = new LRUCache<string, SkillSuccess>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxCharacters * bytesPerCharacter),
    ttlAutopurge: true,
    perf: { now },
  })
  return {
    get: (key: string): SkillSuccess | undefined => answers.get(key),
    set(key: string, answer: SkillSuccess, ttlSeconds: number): void {
      if (ttlSeconds <= 0 || answer.metadata.partial) return
      const size = Math.ceil(JSON.stringify(answer).length * bytesPerCharacter)
      answers.set(key, answer, { ttl: ttlSeconds * 1000, size })
    },
  }
}

/**
 * Everything that an answer depends on: the skill's digest, the input, the granted permissions, the upstreams with
 * their labels, the credentials (by version), and the caller's phone call or chat, if the skill can see it. Only
 * requests with the same key may share an answer.
 */
export function cacheKeyOf(
  { skill, input, grant, credentials, config: asked }: AdmittedExecution,
  upstreams: Upstreams,
): string {
  const { timeout_ms: _, ...config } = input.config
  return sha256([
    skill.digest,
    { action: input.action, params: input.params, config },
    grant.permissions,
    grant.permissions.network.egress.map((host) => upstreams.of(host) ?? null),
    credentialsId(grant.permissions.secrets, credentials),
    callFor({ grant, config: asked }) ?? null,
  ])
}

/** `cacheKeyOf` plus the limits, so that a request with larger limits cannot fail on another's smaller limits. */
export function coalescingKeyOf(cacheKey: string, { grant }: AdmittedExecution): string {
  return sha256([cacheKey, grant.limits])
}

/** Equal parts have the same hash, in any key order; undefined counts as absent. */
function sha256(parts: JsonInput): string {
  return hash('sha256', canonicalJson(parts), 'base64url')
}

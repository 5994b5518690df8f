import { errorOf } from '#runner/contract/faults.ts'
import type { SkillManifest } from '#runner/contract/manifest.ts'
import type { SkillSuccess } from '#runner/contract/skill-io.ts'
import type { AdmittedExecution, NotAdmitted } from '#runner/run/admit.ts'

/** Refuses background requests and requests of agents if the provider allows only requests made by a person. */
export function checkInitiator(
  admitted: AdmittedExecution,
  { isBackground }: { readonly isBackground: boolean },
): AdmittedExecution | NotAdmitted {
  const { principal, skill } = admitted
  const { name, version, policy } = skill.manifest
  if (!policy.user_initiated || (!isBackground && principal.role !== 'agent')) return admitted
  const reason = `its provider allows only requests that a person makes, and this one is ${isBackground ? 'in the background' : "an agent's"}`
  const error = errorOf('FORBIDDEN', { skill: name })
  return { kind: 'refused', skill: name, version, error, reason, principal, digest: skill.digest }
}

/** How long an answer may be cached, in seconds. 0: not at all. */
export function cacheSecondsOf({ cache, policy }: SkillManifest): number {
  return Math.min(cache?.ttl_s ?? 0, policy.longest_cache_s ?? Number.POSITIVE_INFINITY)
}

/** How long the provider's answers to GET requests may be shared, in seconds. 0: not at all. */
export function requestSecondsOf({ cache, policy }: SkillManifest): number {
  return Math.min(cache?.requests_ttl_s ?? 0, policy.longest_cache_s ?? Number.POSITIVE_INFINITY)
}

/** The seconds since the provider gave the oldest part of an answer. */
export function ageSecondsOf({ metadata }: SkillSuccess, nowMs: number): number {
  return Math.max(0, nowMs - Date.parse(metadata.fetched_at)) / 1000
}

/**
 * The sources that one list may show together. A source whose provider forbids mixing is used only if every source
 * forbids it: then the first by name is used alone.
 */
export function unmixed<Source>(sources: readonly Source[], manifestOf: (source: Source) => SkillManifest): Source[] {
  const mixable = sources.filter((source) => !manifestOf(source).policy.no_mixing)
  if (mixable.length > 0) return mixable
  const byName = sources.toSorted((a, b) => (manifestOf(a).name < manifestOf(b).name ? -1 : 1))
  return byName.slice(0, 1)
}

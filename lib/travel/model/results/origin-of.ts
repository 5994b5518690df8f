import type { SkillSuccess } from '#runner/contract/skill-io.ts'
import type { Origin } from './found.ts'

/** The origin of a source's answer. Without a label, results do not count as live. */
export const originOf = (source: string, { metadata }: Pick<SkillSuccess, 'metadata'>): Origin => ({
  source,
  data: metadata.data ?? 'test',
  cached: metadata.cached,
  fetchedAtMs: Date.parse(metadata.fetched_at),
})

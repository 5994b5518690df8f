import type { JsonValue } from '../canonical-json.ts'
import type { SkillOutput } from '../contract/skill-io.ts'

/** The part of an output that a replay must reproduce: all but trace, duration and time. */
export function lastingPart(output: SkillOutput): JsonValue {
  const { trace: _, ...rest } = output
  if (rest.status !== 'success') return Object(rest)
  const { query_time_ms, fetched_at, ...metadata } = rest.metadata
  return Object({ ...rest, metadata })
}

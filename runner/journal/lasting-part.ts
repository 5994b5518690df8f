import type { JsonValue } from '../canonical-json.ts'
import type { SkillOutput } from '../contract/skill-io.ts'

/** An output without its trace, its duration and its moment: what a replay has to give again. */
export function lastingPart(output: SkillOutput): JsonValue {
  const { trace: _, ...rest } = output
  if (rest.status !== 'success') return Object(rest)
  const { query_time_ms, fetched_at, ...metadata } = rest.metadata
  return Object({ ...rest, metadata })
}

import type { JsonValue } from '../canonical-json.ts'
import type { SkillOutput } from '../contract/skill-io.ts'

/** An output without its trace, its duration and its moment: what a replay has to give again. */
export function lastingPart(output: SkillOutput): JsonValue {
  const { trace: _, ...rest } = output
  if (rest.status !== 'success') return plain(rest)
  const { query_time_ms, fetched_at, ...metadata } = rest.metadata
  return plain({ ...rest, metadata })
}

/** As JSON has it: what is undefined is absent. */
function plain(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value))
}

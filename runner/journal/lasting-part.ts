import type { ErrorCode } from '../contract/errors.ts'
import type { SkillOutput } from '../contract/skill-io.ts'
import type { JsonValue } from '../core/canonical-json.ts'

/** Codes with which a host call ends an execution. The journal records the code, but not the reason. */
const fromHost: readonly ErrorCode[] = ['CAPABILITY_DENIED', 'EGRESS_BLOCKED']

/**
 * The part of an output that a replay must reproduce: everything except trace, duration and time, and except the reason
 * if a refused host call ended a script.
 */
export function lastingPart(output: SkillOutput): JsonValue {
  const { trace: _, ...rest } = output
  if (rest.status === 'error' && rest.script !== undefined && fromHost.includes(rest.error.code)) {
    const { error: _reason, ...script } = rest.script
    return Object({ ...rest, script })
  }
  if (rest.status !== 'success') return Object(rest)
  const { query_time_ms, fetched_at, ...metadata } = rest.metadata
  return Object({ ...rest, metadata })
}

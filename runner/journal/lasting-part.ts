import { type ErrorCode, sentenceOf } from '../contract/errors.ts'
import type { SkillOutput } from '../contract/skill-io.ts'
import { canonicalJson, type JsonValue } from '../core/canonical-json.ts'

/** Codes with which a host call ends an execution. The journal records the code, but not the cause. */
const fromHost: readonly ErrorCode[] = ['CAPABILITY_DENIED', 'EGRESS_BLOCKED']

/**
 * The part of an output that a replay must reproduce: everything except trace, duration and time, who is at fault, and the cause
 * and its words if a refused host call ended the execution.
 */
export function lastingPart(output: SkillOutput): JsonValue {
  const { trace: _, ...rest } = output
  if (rest.status === 'error') {
    const { fault: _fault, ...error } = rest.error
    if (!fromHost.includes(error.code)) return Object({ ...rest, error })
    const { reason: _reason, ...known } = { ...error, message: sentenceOf(error.code, { skill: rest.skill }) }
    if (rest.script === undefined) return Object({ ...rest, error: known })
    const { error: _words, remedy: _remedy, ...script } = rest.script
    return Object({ ...rest, error: known, script })
  }
  if (rest.status !== 'success') return Object(rest)
  const { query_time_ms, fetched_at, ...metadata } = rest.metadata
  return Object({ ...rest, metadata })
}

/**
 * The path of the first difference between two values, such as `results[3].price.amount`. Undefined: the values are
 * equal.
 */
export function firstDifference(a: JsonValue, b: JsonValue, path = ''): string | undefined {
  if (canonicalJson(a) === canonicalJson(b)) return undefined
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return path || 'the whole value'
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const name = Array.isArray(a) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    const [one, other] = [left.get(key), right.get(key)]
    if (one === undefined || other === undefined) return name
    const found = firstDifference(one, other, name)
    if (found !== undefined) return found
  }
  return path || 'the whole value'
}

function isObject(value: JsonValue): value is readonly JsonValue[] | { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null
}

import { hash } from 'node:crypto'
import { canonicalJson, type JsonValue } from './canonical-json.ts'

/** Hex. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** One hash for equal values, in whatever order their keys stand. */
export function hashOf(value: JsonValue): string {
  return sha256(canonicalJson(value))
}

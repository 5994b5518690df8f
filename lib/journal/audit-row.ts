import { createHash, createHmac } from 'node:crypto'
import { canonicalJson, type JsonValue } from '#runner/canonical-json.ts'
import type { Source } from '#runner/contract/principal.ts'

/** What happened, as the trail keeps it. `detail` is never secret. */
export type AuditRecord = {
  readonly at: Date
  /** Null: the platform itself. */
  readonly actorUserId: string | null
  readonly actorSource: Source
  /** `noun.past_tense`, such as `operator.granted`. */
  readonly action: string
  /** The id of what it happened to. */
  readonly subject: string
  readonly detail: { readonly [key: string]: JsonValue }
}

/** A row as the database gives it back: nothing is known of it before it is checked. */
export type AuditRow = Omit<AuditRecord, 'actorSource' | 'detail'> & {
  /** Its place in the trail. */
  readonly id: bigint
  readonly actorSource: string
  readonly detail: unknown
  readonly prevHash: string
  readonly hash: string
}

/** What the first row has before it. */
export const firstPrevHash = '0'.repeat(64)

const keyedPrefix = 'hmac-sha256:'

/** Whether a row claims to be authenticated. Rows of before there was a key have a plain hash. */
export const isKeyed = ({ hash }: Pick<AuditRow, 'hash'>): boolean => hash.startsWith(keyedPrefix)

/** @throws when it has no content that a row has: no date, say, or a detail that is no object */
function contentOf({ at, actorUserId, actorSource, action, subject, detail, prevHash }: Omit<AuditRow, 'hash'>) {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) {
    throw new TypeError('The detail of an audit row is an object')
  }
  return { at: at.toISOString(), actorUserId, actorSource, action, subject, detail: Object(detail), prevHash }
}

/** The authenticated hash of a row: over its place, its content and the hash of the row before it. */
export function keyedHash(key: Uint8Array, row: Omit<AuditRow, 'hash'>): string {
  const text = canonicalJson({ ...contentOf(row), id: String(row.id) })
  return `${keyedPrefix}${createHmac('sha256', key).update(text).digest('hex')}`
}

/** The hash of a row that was written before there was a key. */
export function unkeyedHash(row: Omit<AuditRow, 'hash'>): string {
  return createHash('sha256')
    .update(canonicalJson(contentOf(row)))
    .digest('hex')
}

/** Whether a row has the authenticated hash of its content, in its place or another one. */
export const hasKeyedHash = (key: Uint8Array, row: AuditRow, id = row.id): boolean =>
  isHash(row.hash, () => keyedHash(key, { ...row, id }))

export const hasUnkeyedHash = (row: AuditRow): boolean => isHash(row.hash, () => unkeyedHash(row))

/** What cannot be hashed was never written: too deep, or without a date. */
function isHash(hash: string, own: () => string): boolean {
  try {
    return own() === hash
  } catch {
    return false
  }
}

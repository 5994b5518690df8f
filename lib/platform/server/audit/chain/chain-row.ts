import { createHash, createHmac } from 'node:crypto'
import { canonicalJson } from '#runner/core/canonical-json.ts'
import type { AuditRecord, TrailRow } from '../audit-record.ts'

/** A row of the former hash chain. New rows do not have this form. */
export type ChainRow = Omit<AuditRecord, 'actorSource' | 'detail'> & {
  /** Its number in the chain. */
  readonly id: bigint
  readonly actorSource: string
  readonly detail: unknown
  readonly prevHash: string
  readonly hash: string
}

export function chainRowOf({ lane: _, seq, atMs, detail, prevHash, mac, ...rest }: TrailRow): ChainRow {
  return {
    ...rest,
    id: seq,
    at: new Date(atMs === null ? Number.NaN : Number(atMs)),
    detail: detail === null ? undefined : JSON.parse(detail),
    prevHash: prevHash ?? '',
    hash: mac,
  }
}

/** The previous hash of the first row. */
export const firstPrevHash = '0'.repeat(64)

const keyedPrefix = 'hmac-sha256:'

/** Whether a row claims to be authenticated. Rows from before the instance had a key have a plain hash. */
export const isKeyed = ({ hash }: Pick<ChainRow, 'hash'>): boolean => hash.startsWith(keyedPrefix)

/** @throws if the content cannot be a row's, for example without a date or with a detail that is not an object */
function contentOf({ at, actorUserId, actorSource, action, subject, detail, prevHash }: Omit<ChainRow, 'hash'>) {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) {
    throw new TypeError('The detail of an audit row must be an object')
  }
  return { at: at.toISOString(), actorUserId, actorSource, action, subject, detail: Object(detail), prevHash }
}

/** The authenticated hash of a row: covers its number, its content and the previous row's hash. */
export function keyedHash(key: Uint8Array, row: Omit<ChainRow, 'hash'>): string {
  const text = canonicalJson({ ...contentOf(row), id: String(row.id) })
  return `${keyedPrefix}${createHmac('sha256', key).update(text).digest('hex')}`
}

/** The plain hash of a row without a key. */
export function unkeyedHash(row: Omit<ChainRow, 'hash'>): string {
  return createHash('sha256')
    .update(canonicalJson(contentOf(row)))
    .digest('hex')
}

/** Whether a row has the authenticated hash of its content, at its own number or the given one. */
export const hasKeyedHash = (key: Uint8Array, row: ChainRow, id = row.id): boolean =>
  isHash(row.hash, () => keyedHash(key, { ...row, id }))

export const hasUnkeyedHash = (row: ChainRow): boolean => isHash(row.hash, () => unkeyedHash(row))

/** False for a row that cannot be hashed, because it is too deep or lacks a date: this app never writes such a row. */
function isHash(hash: string, own: () => string): boolean {
  try {
    return own() === hash
  } catch {
    return false
  }
}

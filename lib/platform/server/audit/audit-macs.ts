import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import { deriveKey } from '../secrets/derive-key.ts'
import type { InstanceSecrets } from '../secrets/instance-secrets.ts'
import type { TrailRow } from './audit-record.ts'
import { type Hash, leafHash } from './merkle.ts'

/** A row at its place in the tree. */
export type Leaf = { readonly place: bigint; readonly lane: string; readonly seq: bigint; readonly hash: Hash }

/** Authenticates rows, lanes and leaves, each at its position, with a key of the instance. */
export type AuditMacs = ReturnType<typeof createAuditMacs>

export function createAuditMacs(key: Uint8Array) {
  // Created once, because `createHmac` would create a key object from plain bytes at each call.
  const secret = createSecretKey(key)
  // Different arrays of texts and nulls have different JSON, so different values never have equal MACs.
  const macOf = (...parts: (string | null)[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex')
  return {
    row: (row: Omit<TrailRow, 'mac'>): string => macOf('row', ...valuesOf(row)),
    /** The state of a lane: the position of its next row. */
    lane: (id: string, nextSeq: bigint): string => macOf('lane', id, String(nextSeq)),
    leaf: ({ place, lane, seq, hash }: Leaf): string => macOf('leaf', String(place), lane, String(seq), hash),
  }
}

/** The leaf hash of a row: of every column as a JSON list, with a fixed null before the MAC. */
export const leafOf = (row: TrailRow): Hash => leafHash(Buffer.from(JSON.stringify([...valuesOf(row), null, row.mac])))

function valuesOf(row: Omit<TrailRow, 'mac'>): (string | null)[] {
  const { lane, seq, atMs, actor, source, action, subject, detail } = row
  return [lane, String(seq), atMs, actor, source, action, subject, detail]
}

/** Compares in constant time. A null MAC never authenticates. */
export function isMac(given: string | null, own: string): boolean {
  if (given === null) return false
  const [bytes, ownBytes] = [Buffer.from(given), Buffer.from(own)]
  return bytes.length === ownBytes.length && timingSafeEqual(bytes, ownBytes)
}

export type AuditKeys = {
  /** For the MACs of rows, lanes and leaves. */
  readonly rows: Uint8Array
  /** Signs tree heads. */
  readonly signing: KeyObject
  readonly verifying: KeyObject
}

/** The fixed beginning of an Ed25519 private key in PKCS #8 (RFC 8410); the 32 bytes of the key follow. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

export function auditKeysOf({ encryptionKey }: Pick<InstanceSecrets, 'encryptionKey'>): AuditKeys {
  const seed = deriveKey(encryptionKey, 'audit tree heads')
  const signing = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  return {
    rows: deriveKey(encryptionKey, 'audit lanes'),
    signing,
    verifying: createPublicKey(signing),
  }
}

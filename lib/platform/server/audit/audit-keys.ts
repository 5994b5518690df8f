import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { deriveKey } from '../secrets/derive-key.ts'
import type { InstanceSecrets } from '../secrets/instance-secrets.ts'

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

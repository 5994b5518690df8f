import { hkdfSync } from 'node:crypto'

/** The purposes of derived keys. A key for one purpose reveals nothing about the others and cannot replace them. */
type KeyPurpose =
  | 'placeholders'
  | 'audit lanes'
  | 'audit tree heads'
  | 'journal entries'
  | 'execution records'
  | 'gate verdicts'
  | 'setup code'
  | 'profile creators'
  | 'script execution ids'
  | 'unsubscribe links'
  | 'push messages'
  | 'turns of guests'
  | 'sealed inputs'
  | 'vault'

/** Derives the key for one purpose from the instance's key. */
export function deriveKey(instanceKey: Uint8Array, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', instanceKey, '', `travel.aw ${purpose} v1`, 32))
}

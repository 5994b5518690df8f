import { hkdfSync } from 'node:crypto'

/** What keys are derived for: a key for one purpose says nothing about another's, and is of no use for it. */
export type KeyPurpose = 'placeholders' | 'audit rows' | 'audit head' | 'journal entries' | 'execution records'

/** The key for one purpose, derived from the instance's own. */
export function deriveKey(instanceKey: Uint8Array, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', instanceKey, '', `travel.aw ${purpose} v1`, 32))
}

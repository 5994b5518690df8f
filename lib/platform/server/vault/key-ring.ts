import { createHash } from 'node:crypto'
import { deriveKey } from '../secrets/derive-key.ts'

/** The keys of the vault by their fingerprint. Printing the ring shows no key, so that keys never reach a log. */
export type KeyRing = {
  /** The key that encrypts new values. */
  readonly newest: { readonly id: string; readonly key: Uint8Array }
  readonly ids: readonly string[]
  find(id: string): Uint8Array | undefined
}

/** Identifies a key without revealing anything about it: the key has 256 random bits. */
const vaultKeyId = (key: Uint8Array): string =>
  createHash('sha256').update('travel.aw vault key v1\0').update(key).digest('hex').slice(0, 16)

/**
 * The ring of an instance: the keys of past rotations, newest first, and last the key that is derived from the
 * instance's encryption key.
 */
export function createKeyRing(rotated: readonly Uint8Array[], encryptionKey: Uint8Array): KeyRing {
  const first = deriveKey(encryptionKey, 'vault')
  const keys = new Map([...rotated, first].map((key) => [vaultKeyId(key), key]))
  const newest = rotated[0] ?? first
  const ring: KeyRing = Object.defineProperties(Object.create(null), {
    newest: {
      value: Object.defineProperties(Object.create(null), {
        id: { value: vaultKeyId(newest) },
        // A getter, because with `showHidden` `inspect` would also print a hidden value.
        key: { get: () => newest },
      }),
    },
    ids: { value: [...keys.keys()], enumerable: true },
    find: { value: (id: string) => keys.get(id) },
  })
  return ring
}

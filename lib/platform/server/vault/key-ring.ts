import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RandomBytes } from '#runner/core/ports.ts'
import { type Corrected, keepPrivate } from '#runner/core/private-path.ts'
import { giveToFolderOwner } from '../files/check-own-entry.ts'
import { deriveKey } from '../secrets/derive-key.ts'
import { SecretError, secretBytes } from '../secrets/secret-file.ts'

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

export const keyRingPath = (dataDir: string): string => join(dataDir, 'secrets', 'vault-keys')

/**
 * The keys of past rotations, newest first. Empty before the first rotation.
 *
 * @throws PrivatePathError if the file belongs to another user, SecretError if it is damaged
 */
export function readKeyRingFile(path: string, corrected: Corrected = () => {}): readonly Uint8Array[] {
  keepPrivate(dirname(path), 'folder', corrected)
  if (!keepPrivate(path, 'file', corrected)) return []
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line) => {
    const key = Buffer.from(line, 'base64')
    if (key.length === secretBytes) return Uint8Array.from(key)
    throw new SecretError(`${path} has a line that is not a key: restore the file from a backup.`)
  })
}

/** Replaces the file atomically: after a crash it has either the old or the new keys. */
export function writeKeyRingFile(path: string, keys: readonly Uint8Array[], randomBytes: RandomBytes): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${Buffer.from(randomBytes(8)).toString('hex')}`
  const file = openSync(/* turbopackIgnore: true */ draft, 'wx', 0o600)
  try {
    writeSync(file, keys.map((key) => `${Buffer.from(key).toString('base64')}\n`).join(''))
    giveToFolderOwner(file, draft)
    fsyncSync(file)
    renameSync(draft, path)
  } finally {
    closeSync(file)
    rmSync(draft, { force: true })
  }
}

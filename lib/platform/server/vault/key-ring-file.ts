import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RandomBytes } from '#runner/core/ports.ts'
import { type Corrected, keepPrivate } from '#runner/core/private-path.ts'
import { giveToFolderOwner } from '../files/give-to-folder-owner.ts'
import { SecretError } from '../secrets/secret-error.ts'
import { secretBytes } from '../secrets/secret-file.ts'

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

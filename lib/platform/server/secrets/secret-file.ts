import { linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Corrected, keepPrivate } from '#runner/core/private-path.ts'

export const secretBytes = 32

const read = (path: string, corrected: Corrected): Uint8Array | undefined => {
  keepPrivate(dirname(path), 'folder', corrected)
  if (!keepPrivate(path, 'file', corrected)) return undefined
  const bytes = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  if (bytes.length === secretBytes) return Uint8Array.from(bytes)
  throw new SecretError(`${path} does not contain a complete secret: restore it from a backup.`)
}

/**
 * The secret in the file, created if missing. The file appears complete or not at all, and two processes that create it
 * concurrently get the same secret.
 *
 * @throws PrivatePathError if the file or its folder belongs to another user
 */
export const readOrMakeSecret = (
  path: string,
  random: (bytes: number) => Uint8Array,
  corrected: Corrected = () => {},
): Uint8Array => {
  const existing = read(path, corrected)
  if (existing) return existing
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${Buffer.from(random(8)).toString('hex')}`
  writeFileSync(draft, `${Buffer.from(random(secretBytes)).toString('base64')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!lstatSync(path, { throwIfNoEntry: false })) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const made = read(path, corrected)
  if (made) return made
  throw new SecretError(`The secret ${path} could not be created: make its folder writable.`)
}

/** A secret is missing, unreadable or not the one that protects this instance's data. The message names the remedy. */
export class SecretError extends Error {
  override readonly name = 'SecretError'
  readonly code = 'SECRET_INVALID'
}

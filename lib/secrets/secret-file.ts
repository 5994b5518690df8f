import { chmodSync, linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SecretError } from './secret-error.ts'

export const secretBytes = 32

const closeToOthers = (path: string): void => {
  const stats = lstatSync(path)
  if (!stats.isFile()) throw new SecretError(`${path} should be a file with a secret: remove what is there instead.`)
  if ((stats.mode & 0o077) !== 0) chmodSync(path, 0o600)
}

const read = (path: string): Uint8Array | undefined => {
  if (!lstatSync(path, { throwIfNoEntry: false })) return undefined
  closeToOthers(path)
  const bytes = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  if (bytes.length === secretBytes) return Uint8Array.from(bytes)
  throw new SecretError(`${path} does not hold a whole secret: restore it from a backup.`)
}

/**
 * The secret in the file, made there when there is none. It appears whole or not at all, and of two processes that
 * make it at one moment both get the same.
 */
export const readOrMakeSecret = (path: string, random: (bytes: number) => Uint8Array): Uint8Array => {
  const existing = read(path)
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
  const made = read(path)
  if (made) return made
  throw new SecretError(`The secret ${path} could not be made: see that its folder is yours to write.`)
}

import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type * as z from 'zod'
import { sha256 } from '#runner/core/hash.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import { errorCodeOf, reasonOf } from '../db/database-error.ts'
import { isSystemError } from '../files/file-errors.ts'
import { AirlockError } from './airlock/airlock-error.ts'
import { openAirlock } from './airlock/airlock-file.ts'
import { type AirlockSecret, magic } from './airlock/airlock-header.ts'
import {
  BackupEnd,
  BackupError,
  BackupHead,
  endName,
  filePathOf,
  headName,
  largestEntry,
  rowsIn,
} from './backup-format.ts'

type BackupEntry = { readonly name: string; readonly mode: number; readonly content: Buffer }
export type CheckedBackup = { readonly head: BackupHead; readonly end: BackupEnd }

/**
 * The entries in order. Throws a BackupError if the archive is invalid or truncated, or encrypted without this secret.
 */
export async function* readEntries(file: string, secret?: AirlockSecret): AsyncGenerator<BackupEntry> {
  const isEncrypted = await isAirlock(file)
  const archive = extract()
  const fail = (cause: Error) => archive.destroy(cause)
  const source = createReadStream(file).on('error', fail)
  const opened = isEncrypted ? decrypted(file, source, secret) : source
  opened.on('error', fail).pipe(createGunzip().on('error', fail)).pipe(archive)
  try {
    for await (const entry of archive) {
      const { name, type, mode = 0o600, size = 0 } = entry.header
      if (type !== 'file' || size > largestEntry)
        throw new BackupError(`${file} has an unexpected entry, ${name}: use another backup.`)
      yield { name, mode, content: await buffer(entry) }
    }
  } catch (cause) {
    if (cause instanceof BackupError) throw cause
    if (cause instanceof AirlockError) throw new BackupError(`${file}: ${cause.message}`, { cause })
    if (errorCodeOf(cause) === 'ENOENT')
      throw new BackupError(`${file} does not exist: name a file that the backup command wrote.`, { cause })
    if (isSystemError(cause))
      throw new BackupError(
        `${file} could not be read (${reasonOf(cause)}): run the command as an account that may read it.`,
        { cause },
      )
    throw new BackupError(`${file} is not a complete backup (${reasonOf(cause)}): use another copy of it.`, { cause })
  } finally {
    source.destroy()
  }
}

function decrypted(file: string, source: Readable, { passphrase, privateKey }: AirlockSecret = {}): Readable {
  if (passphrase === undefined && privateKey === undefined) {
    throw new BackupError(
      `${file} is encrypted: set TRAVEL_BACKUP_PASSPHRASE to its passphrase, or name the file of its private key with --key.`,
    )
  }
  return Readable.from(openAirlock(source, { content: 'backup', secret: { passphrase, privateKey } }))
}

/** Whether a file begins as an encrypted one. False for a file that cannot be read: reading all of it says why. */
async function isAirlock(file: string): Promise<boolean> {
  try {
    await using start = await open(file)
    const { buffer: bytes } = await start.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    return bytes.equals(magic)
  } catch {
    return false
  }
}

/**
 * Reads and verifies a whole backup. Writes nothing.
 *
 * @throws BackupError for a file that is not a backup, or is truncated or changed
 */
export async function checkBackup(file: string, secret?: AirlockSecret): Promise<CheckedBackup> {
  const hashes = new Map<string, string>()
  let head: BackupHead | undefined
  let end: BackupEnd | undefined
  for await (const { name, content } of readEntries(file, secret)) {
    if (end || hashes.has(name)) throw damaged(file, name)
    if (name === endName) {
      end = parse(BackupEnd, content)
      if (!end) throw damaged(file, name)
      continue
    }
    if (hashes.size === 0) head = name === headName ? parse(BackupHead, content) : undefined
    if (!head) throw new BackupError(`${file} is not a backup, or not one that this version of travel.aw can read.`)
    const rows = rowsIn(name)
    const isKnown = rows ? head.tables.some((one) => one.name === rows.table) : filePathOf(name) !== undefined
    if (name !== headName && !isKnown)
      throw new BackupError(`${file} has an unexpected entry, ${name}: use another backup.`)
    hashes.set(name, sha256(content))
  }
  if (!head || !end) throw new BackupError(`${file} is not a complete backup (it has no end): use another copy of it.`)
  const names = new Set([...hashes.keys(), ...Object.keys(end.entries)])
  for (const name of names) if (hashes.get(name) !== end.entries[name]) throw damaged(file, name)
  return { head, end }
}

const damaged = (file: string, entry: string): BackupError =>
  new BackupError(`${file} was changed or damaged after it was written (${entry}): use another copy of it.`)

const parse = <Value>(schema: z.ZodType<Value>, content: Buffer): Value | undefined =>
  schema.safeParse(jsonOrNot(content.toString('utf8'))).data

import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'
import { sha256 } from '#runner/core/hash.ts'
import { reasonOf } from '../db/database-error.ts'
import { isSystemError, whenMissing } from '../files/file-errors.ts'
import { fingerprintOf, type SecretName, variableOf } from '../secrets/instance-secrets.ts'
import { sealAirlock } from './airlock/airlock-file.ts'
import type { AirlockLock } from './airlock/airlock-header.ts'
import {
  type BackupEnd,
  BackupError,
  type BackupHead,
  endName,
  folderAt,
  headName,
  type KeptFolder,
  keptFolders,
  largestEntry,
  rowsName,
} from './backup-format.ts'
import { compress } from './compress.ts'
import { type DatabaseDump, dumpDatabase } from './dump-database.ts'

export type BackupOptions = {
  readonly dataDir: string
  /** The folder for the files of skills. Absent: inside the data folder. */
  readonly filesDir?: string | undefined
  readonly databaseUrl: string
  /** The file to create; it must not exist. */
  readonly file: string
  /** The instance's secrets that the environment sets. */
  readonly keysFromEnvironment: readonly { readonly name: SecretName; readonly key: Uint8Array }[]
  /** For whom the file is encrypted. Absent: it is not encrypted. */
  readonly lock?: AirlockLock | undefined
  /**
   * Waits after each part of the rows, for the milliseconds that the part took, so that half of the time is left to the
   * requests beside the backup. Absent: nobody else uses the database.
   */
  readonly rest?: ((ms: number) => Promise<unknown>) | undefined
}

type BackupReport = {
  readonly rows: Readonly<Record<string, number>>
  readonly files: number
  readonly bytes: number
  /** The environment variables with keys that the backup does not contain. */
  readonly keysFromEnvironment: readonly string[]
}

/** Backs up an instance, even while it runs. The file appears complete or not at all. */
export async function writeBackup(options: BackupOptions): Promise<BackupReport> {
  const { databaseUrl, file, lock } = options
  if (await stat(file).catch(() => undefined)) throw new BackupError(`${file} already exists: name a new file.`)
  const draft = `${file}.unfinished`
  const archive = pack()
  try {
    // Claims the name before the database is asked, so that an existing draft is always the error that is reported.
    const output = await open(draft, 'wx', 0o600)
    const zipped = compress(Readable.from(archive))
    const written = lock
      ? pipeline(
          zipped,
          (bytes: AsyncIterable<Uint8Array>) => sealAirlock(bytes, { content: 'backup', lock }),
          output.createWriteStream({ flush: true }),
        )
      : pipeline(zipped, output.createWriteStream({ flush: true }))
    // The promise may reject before it is awaited below.
    written.catch(() => {})
    // Copies the heads before the rows, so that the backed-up trail is at least as long as its head file says.
    const filled = Array.fromAsync(readFiles(options, ['audit'])).then((heads) =>
      dumpDatabase(databaseUrl, (dump) => fill(archive, dump, heads, options)),
    )
    filled.catch((cause: Error) => archive.destroy(cause))
    const [{ end, keysFromEnvironment }] = await Promise.all([filled, written])
    await rename(draft, file)
    const files = Object.keys(end.entries).filter((name) => name.startsWith('files/')).length
    return { rows: end.rows, files, bytes: (await stat(file)).size, keysFromEnvironment }
  } catch (cause) {
    if (isSystemError(cause) && cause.code === 'EEXIST') {
      throw new BackupError(
        `${draft} exists: another backup is writing it, or was interrupted. If none is running, remove it.`,
        { cause },
      )
    }
    await rm(draft, { force: true })
    if (!isSystemError(cause)) throw cause
    throw new BackupError(
      `The backup ${file} could not be written (${cause.message}): check that its folder exists and has free space.`,
      { cause },
    )
  }
}

async function fill(
  archive: Pack,
  dump: DatabaseDump,
  heads: readonly KeptFile[],
  options: BackupOptions,
): Promise<{ readonly end: BackupEnd; readonly keysFromEnvironment: readonly string[] }> {
  const { rowsOf, fingerprints, allowRotation, ...shape } = dump
  const { rest } = options
  const secrets = await Array.fromAsync(readFiles(options, ['secrets']))
  await allowRotation()
  const keysFromEnvironment = requireKeys(fingerprints, secrets, options)
  const end: BackupEnd = { entries: {}, rows: {} }
  const add = (name: string, content: Buffer | string, mode = 0o600) => {
    const bytes = Buffer.from(content)
    end.entries[name] = sha256(bytes)
    return addEntry(archive, name, bytes, mode)
  }
  const head: BackupHead = {
    format: 'travel.aw backup',
    version: 2,
    createdAt: new Date().toISOString(),
    ...shape,
    keysFromEnvironment,
  }
  await add(headName, JSON.stringify(head, null, 2))
  for (const { name } of shape.tables) {
    let [part, count] = [0, 0]
    let startedAt = performance.now()
    for await (const rows of rowsOf(name)) {
      await add(rowsName(name, ++part), rows)
      count += linesIn(rows)
      await rest?.(performance.now() - startedAt)
      startedAt = performance.now()
    }
    end.rows[name] = count
  }
  for (const { path, content, mode } of [...heads, ...secrets]) await add(`files/${path}`, content, mode)
  // Reads the other files after the rows, so that the backup contains the files of every release in the rows.
  const others = readFiles(
    options,
    keptFolders.filter((folder) => folder !== 'audit' && folder !== 'secrets'),
  )
  for await (const { path, content, mode } of others) await add(`files/${path}`, content, mode)
  await addEntry(archive, endName, Buffer.from(JSON.stringify(end)), 0o600)
  archive.finalize()
  return { end, keysFromEnvironment }
}

function linesIn(text: Buffer): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/**
 * Requires each secret that the database was used with, in its file or in the environment: the command may run with
 * other settings than the app. Returns the variables of those that are in the environment only.
 */
function requireKeys(
  fingerprints: ReadonlyMap<string, string>,
  files: readonly KeptFile[],
  { dataDir, keysFromEnvironment: given }: BackupOptions,
): string[] {
  return secretNames.flatMap((name) => {
    const isKey = (key: Uint8Array) => fingerprintOf(name, key) === fingerprints.get(name)
    const path = join('secrets', name)
    const content = files.find((file) => file.path === path)?.content ?? ''
    if (!fingerprints.has(name) || isKey(Buffer.from(String(content), 'base64'))) return []
    const variable = variableOf[name]
    if (given.some((one) => one.name === name && isKey(one.key))) return [variable]
    throw new BackupError(
      `Neither ${join(dataDir, path)} nor ${variable} has the key of this database: run the command with the same settings as the app.`,
    )
  })
}

const secretNames: readonly SecretName[] = ['session-key', 'encryption-key']

function addEntry(archive: Pack, name: string, content: Buffer, mode: number): Promise<void> {
  return pipeline(Readable.from([content]), archive.entry({ name, mode, size: content.length }))
}

type KeptFile = { readonly path: string; readonly content: Buffer; readonly mode: number }

/** Regular files only; skips links and unfinished drafts. */
async function* readFiles(
  at: Pick<BackupOptions, 'dataDir' | 'filesDir'>,
  folders: readonly KeptFolder[],
): AsyncGenerator<KeptFile> {
  for (const folder of folders) {
    const root = folderAt(folder, at)
    let current = root
    try {
      for await (const absolute of filesIn(root)) {
        current = absolute
        const path = join(folder, relative(root, absolute))
        if (isDraft(path)) continue
        // Skips an unused file that housekeeping removed in the meantime.
        const stats = await stat(absolute).catch(whenMissing(undefined))
        refuseLarge(absolute, stats?.size)
        const content = await readFile(absolute).catch(whenMissing(undefined))
        // The file may have grown.
        refuseLarge(absolute, content?.length)
        if (stats && content) yield { path, content, mode: stats.mode & 0o777 }
      }
    } catch (cause) {
      if (!isSystemError(cause)) throw cause
      throw new BackupError(
        `${cause.path ?? current} could not be read (${reasonOf(cause)}): check it, and run the command as the account that runs the app.`,
        { cause },
      )
    }
  }
}

/** Refuses a file that restore would refuse. */
function refuseLarge(path: string, bytes = 0): void {
  if (bytes <= largestEntry) return
  const megabytes = largestEntry / 1024 / 1024
  throw new BackupError(
    `${path} is larger than ${megabytes} MiB, so a backup cannot contain it: divide it or move it out of the folder.`,
  )
}

/** Whether the path is an unfinished draft, whose name is a release's digest or a file name, plus a suffix. */
const isDraft = (path: string): boolean =>
  /^releases\/(?![0-9a-f]{64}\/)/.test(path) || /^(secrets|audit)\/.*\.[0-9a-f-]{16,}$/.test(path)

/**
 * The paths of all regular files in a folder and its subfolders. Follows no links. A folder that disappears meanwhile
 * hides no other files: the recursive mode of `readdir` would fail as a whole.
 */
export async function* filesIn(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(whenMissing([]))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else if (entry.isFile()) yield path
  }
}

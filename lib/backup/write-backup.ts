import { createHash } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import {
  type BackupEnd,
  BackupError,
  type BackupHead,
  endName,
  folderAt,
  headName,
  type KeptFolder,
  keptFolders,
  rowsName,
} from './backup-format.ts'
import { collect } from './collect.ts'
import { type DatabaseDump, dumpDatabase } from './dump-database.ts'
import { filesIn, whenMissing } from './files-in.ts'

export type BackupOptions = {
  readonly dataDir: string
  /** The folder for the files of skills. Absent: inside the data folder. */
  readonly filesDir?: string | undefined
  readonly databaseUrl: string
  /** The file to create; it must not exist. */
  readonly file: string
  readonly keysFromEnvironment: readonly string[]
}

export type BackupReport = {
  readonly rows: Readonly<Record<string, number>>
  readonly files: number
  readonly bytes: number
}

/** Backs up an instance, even while it runs. The file appears complete or not at all. */
export async function writeBackup(options: BackupOptions): Promise<BackupReport> {
  const { databaseUrl, file } = options
  if (await stat(file).catch(() => undefined)) throw new BackupError(`${file} already exists: name a new file.`)
  const draft = `${file}.unfinished`
  const archive = pack()
  try {
    // Claims the name before the database is asked, so that an existing draft is always the error that is reported.
    const output = await open(draft, 'wx', 0o600)
    const written = pipeline(archive, createGzip(), output.createWriteStream())
    // The promise may reject before it is awaited below.
    written.catch(() => {})
    // Copies the heads before the rows, so that the backed-up trail is at least as long as its head file says.
    const heads = await collect(readFiles(options, ['audit']))
    const filled = dumpDatabase(databaseUrl, (dump) => fill(archive, dump, heads, options))
    filled.catch((cause: Error) => archive.destroy(cause))
    const [end] = await Promise.all([filled, written])
    await rename(draft, file)
    const files = Object.keys(end.entries).filter((name) => name.startsWith('files/')).length
    return { rows: end.rows, files, bytes: (await stat(file)).size }
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
): Promise<BackupEnd> {
  const { rowsOf, ...shape } = dump
  const end: BackupEnd = { entries: {}, rows: {} }
  const add = (name: string, content: Buffer | string, mode = 0o600) => {
    const bytes = Buffer.from(content)
    end.entries[name] = createHash('sha256').update(bytes).digest('hex')
    return addEntry(archive, name, bytes, mode)
  }
  const head: BackupHead = {
    format: 'travel.aw backup',
    version: 1,
    createdAt: new Date().toISOString(),
    ...shape,
    keysFromEnvironment: [...options.keysFromEnvironment],
  }
  await add(headName, JSON.stringify(head, null, 2))
  for (const { name } of shape.tables) {
    let [part, count] = [0, 0]
    for await (const rows of rowsOf(name)) {
      await add(rowsName(name, ++part), JSON.stringify(rows))
      count += rows.length
    }
    end.rows[name] = count
  }
  for (const { path, content, mode } of heads) await add(`files/${path}`, content, mode)
  // Reads the other files after the rows, so that the backup contains the files of every release in the rows.
  const others = readFiles(
    options,
    keptFolders.filter((folder) => folder !== 'audit'),
  )
  for await (const { path, content, mode } of others) await add(`files/${path}`, content, mode)
  await addEntry(archive, endName, Buffer.from(JSON.stringify(end)), 0o600)
  archive.finalize()
  return end
}

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
    for await (const absolute of filesIn(root)) {
      const path = join(folder, relative(root, absolute))
      if (isDraft(path)) continue
      // Skips an unused file that housekeeping removed in the meantime.
      const stats = await stat(absolute).catch(whenMissing(undefined))
      const content = await readFile(absolute).catch(whenMissing(undefined))
      if (stats && content) yield { path, content, mode: stats.mode & 0o777 }
    }
  }
}

/** Whether the path is an unfinished draft, whose name is a release's digest or a file name, plus a suffix. */
const isDraft = (path: string): boolean =>
  /^releases\/(?![0-9a-f]{64}\/)/.test(path) || /^(secrets|audit)\/.*\.[0-9a-f-]{16,}$/.test(path)

function isSystemError(cause: unknown): cause is NodeJS.ErrnoException {
  return cause instanceof Error && 'syscall' in cause
}

import { join, sep } from 'node:path'
import * as z from 'zod'

/**
 * A backup is a gzipped tar: `backup.json`, the database rows in parts, the files of the data folder, and last
 * `end.json` with a hash of each entry before it. The hashes reveal a truncated or changed file.
 */
export const headName = 'backup.json'
export const endName = 'end.json'

/** An entry may have at most this many bytes. Restore holds a whole entry in memory. */
export const largestEntry = 512 * 1024 * 1024

/** The name of a table or column of our own schema. It is inserted into SQL, so other characters are rejected. */
const sqlName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

export const BackupHead = z.strictObject({
  format: z.literal('travel.aw backup'),
  /** 1: the rows are JSON. */
  version: z.union([z.literal(1), z.literal(2)]),
  createdAt: z.iso.datetime(),
  /** In the order of application. */
  migrations: z.array(z.string()),
  /** Each table comes after the tables that it references. */
  tables: z.array(z.strictObject({ name: sqlName, columns: z.array(sqlName) })),
  sequences: z.array(z.strictObject({ name: sqlName, last: z.string().regex(/^-?\d{1,19}$/) })),
  /** Environment variables with keys that were not in the data folder; the backup does not contain these keys. */
  keysFromEnvironment: z.array(z.string()),
})
export type BackupHead = z.infer<typeof BackupHead>

export const BackupEnd = z.strictObject({
  /** The sha256 (hex) of each entry. */
  entries: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
  rows: z.record(z.string(), z.int().nonnegative()),
})
export type BackupEnd = z.infer<typeof BackupEnd>

/** Rows of version 1, each as the text of a composite value, in PostgreSQL's own notation. */
export const JsonRows = z.array(z.string())

/** Rows as PostgreSQL's COPY writes them, a line for each. */
export const rowsName = (table: string, part: number): string =>
  `database/${table}/${String(part).padStart(6, '0')}.copy`

/** What is in a rows entry. */
export const rowsIn = (entry: string): { readonly table: string; readonly isJson: boolean } | undefined => {
  const [, table, kind] = /^database\/([a-z_][a-z0-9_]*)\/\d{6,}\.(copy|json)$/.exec(entry) ?? []
  return table === undefined ? undefined : { table, isJson: kind === 'json' }
}

/**
 * The folders that an instance needs besides the database. Everything else can be recreated. `skill-files` contains the
 * files of skills, wherever the instance stores them; the others are in the data folder.
 */
export const keptFolders = ['secrets', 'audit', 'releases', 'call-log', 'skill-files'] as const
export type KeptFolder = (typeof keptFolders)[number]

/** A file name. On systems where a backslash does not separate folders, names may contain it. */
const filePart = sep === '/' ? /^(?!\.{1,2}$)[^/\0]{1,255}$/ : /^(?!\.{1,2}$)[^/\\\0]{1,255}$/

/** The path of a kept folder. `filesDir`: the folder for the files of skills; absent: inside the data folder. */
export const folderAt = (
  folder: string,
  { dataDir, filesDir }: { readonly dataDir: string; readonly filesDir?: string | undefined },
): string => (folder === 'skill-files' && filesDir !== undefined ? filesDir : join(dataDir, folder))

/** The path of a file entry below its kept folder; undefined for other entries and for paths that lead outside. */
export const filePathOf = (entry: string): { readonly folder: KeptFolder; readonly path: string } | undefined => {
  const [kind, name, ...parts] = entry.split('/')
  const folder = keptFolders.find((one) => one === name)
  if (kind !== 'files' || folder === undefined || parts.length === 0) return undefined
  return parts.every((part) => filePart.test(part)) ? { folder, path: parts.join('/') } : undefined
}

export class BackupError extends Error {
  override readonly name = 'BackupError'
}

import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { whenMissing } from '../../files/file-errors.ts'
import { makeFolders } from '../../files/make-folders.ts'

export type StoredBackup = { readonly name: string; readonly bytes: number }

/** Where backups are kept. */
export type BackupStore = {
  /** Stores a file under its name. It appears complete or not at all. */
  put(file: string): Promise<void>
  /** The content of a file that `list` has named. */
  read(stored: StoredBackup): Promise<Readable>
  /** The backups, the newest first. Other files are left alone. */
  list(): Promise<readonly StoredBackup[]>
  remove(name: string): Promise<void>
}

/** The name of a backup, in the order of time. */
export const backupName = (at: Date): string => `travel-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.airlock`
const ownName = /^travel-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})\.airlock$/
/** When the backup of this name was made, in ISO 8601. */
export const backupTime = (name: string): string => name.replace(ownName, '$1T$2:$3:$4.000Z')

export const ownBackups = (files: readonly StoredBackup[]): StoredBackup[] =>
  files.filter(({ name }) => ownName.test(name)).sort((a, b) => (a.name < b.name ? 1 : -1))

export type S3Key = { readonly id: string; readonly secret: string }

/** Backups in a folder of this machine. */
export function createFolderStore(folder: string): BackupStore {
  const at = (name: string) => join(/* turbopackIgnore: true */ folder, name)
  return {
    async put(file) {
      makeFolders(folder, 0o700)
      const draft = at(`${basename(file)}.unfinished`)
      try {
        await copyFile(file, draft)
        // Otherwise the name could reach the disk before the content.
        await using written = await open(draft, 'r+')
        await written.sync()
        await rename(draft, at(basename(file)))
      } catch (cause) {
        await rm(draft, { force: true })
        throw cause
      }
    },
    // The stream closes the file.
    read: async ({ name }) => (await open(at(name))).createReadStream(),
    async list() {
      // The first backup creates the folder.
      const names = await readdir(/* turbopackIgnore: true */ folder).catch(whenMissing<string[]>([]))
      const own = ownBackups(names.map((name) => ({ name, bytes: 0 })))
      return Promise.all(own.map(async ({ name }) => ({ name, bytes: (await stat(at(name))).size })))
    },
    remove: (name) => rm(at(name), { force: true }),
  }
}

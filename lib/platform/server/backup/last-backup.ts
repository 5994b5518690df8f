import { join } from 'node:path'
import * as z from 'zod'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import { replaceFile, textIfPresent } from '../files/replace-file.ts'
import { lastBackupFile } from '../files/secure-data-folder.ts'

const LastBackup = z.strictObject({ at: z.iso.datetime(), bytes: z.int().nonnegative() })
type LastBackup = z.infer<typeof LastBackup>

/** Notes the last backup in the data folder, outside the database, so that a restored instance has none yet. */
export const noteBackup = (dataDir: string, backup: LastBackup): Promise<void> =>
  replaceFile(join(dataDir, lastBackupFile), `${JSON.stringify(backup)}\n`, 0o600)

/** Undefined: no backup is known. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  const text = await textIfPresent(join(dataDir, lastBackupFile))
  return text === undefined ? undefined : LastBackup.safeParse(jsonOrNot(text)).data
}

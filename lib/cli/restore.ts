import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { restoreBackup } from '#lib/platform/server/backup/restore-backup.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { CommandFailure } from './expected-failure.ts'
import { workingDir } from './terminal.ts'

export const createRestoreCommand = (): Command =>
  new Command('restore')
    .description('restore a backup into an empty or missing data folder')
    .argument('<file>', 'a file written by the backup command')
    .option('--key <file>', 'the file of the private key for which the backup is encrypted')
    .action(async (given: string, { key }: { key?: string }) => {
      const { dataDir, filesDir, databaseUrl, backups } = readEnv()
      const file = resolve(workingDir(), given)
      const { head, end } = await restoreBackup({
        ...{ file, dataDir, filesDir, databaseUrl },
        secret: {
          passphrase: backups.passphrase,
          privateKey: key === undefined ? undefined : readKey(key),
        },
      })
      // The printed commands set the folders; without them, they would use the original instance.
      const here = [
        dataDir === join(findProjectRoot(), '.data') ? '' : `TRAVEL_DATA_DIR='${dataDir}' `,
        filesDir === join(dataDir, 'skill-files') ? '' : `TRAVEL_FILES_DIR='${filesDir}' `,
      ].join('')
      const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0)
      process.stdout.write(
        [
          `Restored into ${dataDir}: ${rows} rows, as of ${head.createdAt}.`,
          ...head.keysFromEnvironment.map((name) => `Next: set ${name} to the original key.`),
          // Its value can contain a password.
          ...(databaseUrl === undefined ? [] : ['Next: keep DATABASE_URL set as it was for this command.']),
          `Next: check the audit trail with ${here}${travelCommand('audit verify')}, then start the app${here && ` with ${here.trim()}`}.`,
          `What was revoked, deleted or disabled after ${head.createdAt} works again, because the backup cannot know it: revoke it again first.`,
          'This is the same instance with the same keys: stop the original first and never run both.',
          '',
        ].join('\n'),
      )
    })

function readKey(given: string): string {
  try {
    return readFileSync(resolve(workingDir(), given), 'utf8')
  } catch (cause) {
    throw new CommandFailure(`--key: cannot read ${given}: name the file of the private key.`, { cause })
  }
}

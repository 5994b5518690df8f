import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { noteBackup } from '#lib/platform/server/backup/last-backup.ts'
import { writeBackup } from '#lib/platform/server/backup/write-backup.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { CommandFailure } from './expected-failure.ts'
import { workingDir } from './terminal.ts'
import { withDatabase } from './with-database.ts'

export const createBackupCommand = (): Command =>
  new Command('backup')
    .description(
      "write this instance's database, keys, releases and skills' files to one file, even while the app runs",
    )
    .argument('[file]', 'the file to create (default: travel-backup-TIME.tar.gz)')
    .action(async (given: string | undefined) => {
      const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
      const file = resolve(workingDir(), given ?? `travel-backup-${time}.tar.gz`)
      const { dataDir, filesDir, databaseUrl, sessionKey, encryptionKey } = readEnv()
      if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'))) {
        throw new CommandFailure(`${dataDir} has no database: set TRAVEL_DATA_DIR to the instance's data folder.`)
      }
      const keysFromEnvironment = [
        ...(sessionKey ? [{ name: 'session-key', key: sessionKey } as const] : []),
        ...(encryptionKey ? [{ name: 'encryption-key', key: encryptionKey } as const] : []),
      ]
      const report = await withDatabase((url) =>
        writeBackup({ dataDir, filesDir, databaseUrl: url, file, keysFromEnvironment }),
      )
      const isNoted = await noteBackup(dataDir, { at: new Date().toISOString(), bytes: report.bytes }).then(
        () => true,
        () => false,
      )
      const rows = Object.values(report.rows).reduce((sum, count) => sum + count, 0)
      const megabytes = (report.bytes / 1_000_000).toFixed(1)
      process.stdout.write(
        [
          `${file}`,
          `${rows} rows of ${Object.keys(report.rows).length} tables, ${report.files} files, ${megabytes} MB.`,
          "It contains personal data and this instance's keys: protect it like the instance itself.",
          ...report.keysFromEnvironment.map(
            (name) => `It does not contain the key in ${name}: back that up separately.`,
          ),
          ...(isNoted ? [] : [`The console will not show it: ${dataDir} cannot be written to.`]),
          'It does not contain settings (.env, the environment). To restore it: npm run travel -- restore FILE.',
          '',
        ].join('\n'),
      )
    })

import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Command } from 'commander'
import { newKeyPair } from '#lib/platform/server/backup/airlock/recipient-key.ts'
import { noteBackup } from '#lib/platform/server/backup/last-backup.ts'
import { restoreBackup } from '#lib/platform/server/backup/restore-backup.ts'
import { backupName } from '#lib/platform/server/backup/schedule/stores.ts'
import { writeBackup } from '#lib/platform/server/backup/write-backup.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { keysFromEnvironment } from '#lib/platform/server/secrets/instance-secrets.ts'
import { CommandFailure } from './expected-failure.ts'
import { workingDir } from './terminal.ts'
import { withDatabase } from './with-database.ts'

export const createBackupCommand = (): Command =>
  new Command('backup')
    .description(
      "write this instance's database, keys, releases and skills' files to one file, even while the app runs",
    )
    .argument(
      '[file]',
      'the file to create (default: travel-backup-TIME.tar.gz, encrypted travel-TIME.airlock; in the data folder if the current one cannot be written)',
    )
    .option('--encrypt', 'encrypt it with TRAVEL_BACKUP_PASSPHRASE, or for TRAVEL_BACKUP_RECIPIENT')
    .action(async (given: string | undefined, { encrypt = false }: { encrypt?: boolean }) => {
      const now = new Date()
      const time = now.toISOString().slice(0, 19).replaceAll(':', '-')
      const usual = encrypt ? backupName(now) : `travel-backup-${time}.tar.gz`
      const env = readEnv()
      const { dataDir, filesDir, databaseUrl, backups } = env
      const file = resolve(given === undefined && !isWritable(workingDir()) ? dataDir : workingDir(), given ?? usual)
      const lock = encrypt ? backups.lock : undefined
      if (encrypt && lock === undefined) {
        throw new CommandFailure(
          'Neither TRAVEL_BACKUP_PASSPHRASE nor TRAVEL_BACKUP_RECIPIENT is set: set one to encrypt the backup.',
          { exitCode: 2 },
        )
      }
      if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres'))) {
        throw new CommandFailure(`${dataDir} has no database: set TRAVEL_DATA_DIR to the instance's data folder.`)
      }
      const report = await withDatabase((url) =>
        writeBackup({
          ...{ dataDir, filesDir, databaseUrl: url, file, lock },
          keysFromEnvironment: keysFromEnvironment(env),
          // The app may run.
          rest: setTimeout,
        }),
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
          encrypt
            ? 'It is encrypted: nobody can restore it without the passphrase or private key, which is not in it.'
            : "It contains personal data and this instance's keys: protect it like the instance itself.",
          ...report.keysFromEnvironment.map(
            (name) => `It does not contain the key in ${name}: back that up separately.`,
          ),
          ...(isNoted ? [] : [`The console will not show it: ${dataDir} cannot be written to.`]),
          `It does not contain settings (.env, the environment). To restore it: ${travelCommand('restore FILE')}.`,
          '',
        ].join('\n'),
      )
    })

/** A container starts commands in the folder of its image, which its user cannot write. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

export const createBackupKeyCommand = (): Command =>
  new Command('backup-key')
    .description('make a key pair for backups that this machine can write but not open')
    .argument('<file>', 'the file to create for the private key, to keep elsewhere')
    .action((given: string) => {
      const file = resolve(workingDir(), given)
      const { publicKey, privateKey } = newKeyPair()
      try {
        writeFileSync(file, `${privateKey}\n`, { flag: 'wx', mode: 0o600 })
      } catch (cause) {
        const why = existsSync(file) ? 'exists already' : 'cannot be written'
        throw new CommandFailure(`${file} ${why}: name a new file in a folder that exists.`, { cause })
      }
      process.stdout.write(
        [
          `TRAVEL_BACKUP_RECIPIENT=${publicKey}`,
          `The private key is in ${file}. Move it away from this machine: with it, restore --key FILE opens the backups.`,
          '',
        ].join('\n'),
      )
    })

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

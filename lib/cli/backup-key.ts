import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { newKeyPair } from '#lib/platform/server/backup/airlock/recipient-key.ts'
import { CommandFailure } from './expected-failure.ts'
import { workingDir } from './terminal.ts'

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

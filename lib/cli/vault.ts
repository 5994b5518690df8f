import { Command } from 'commander'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { withVault } from './with-services.ts'

/** Values that no key can decrypt are lost: the operator must enter them again. */
const remedy = 'Set their values again, then rotate the key once more.'

export const createVaultCommand = (): Command => {
  const vault = new Command('vault').description('manage the encryption of stored credentials')
  vault
    .command('rotate-key')
    .description(
      'encrypt credentials and profile ids under a new key, while the app runs; continues an interrupted rotation',
    )
    .action(async () => {
      await withVault({}, async (vault) => {
        const { encrypted, unreadable } = await vault.rotate(commandLine)
        process.stdout.write(`${encrypted} ${encrypted === 1 ? 'value' : 'values'} encrypted under a new key.\n`)
        if (unreadable.length === 0) return
        process.stderr.write(`Not decrypted by any key: ${unreadable.join(', ')}. ${remedy}\n`)
        process.exitCode = 1
      })
    })
  vault
    .command('encrypt-existing')
    .description('list the credentials that another program stored unencrypted')
    .option('--execute', 'encrypt them')
    .action(async ({ execute = false }: { execute?: boolean }) => {
      await withVault({}, async (vault) => {
        const { names, isDone } = await vault.encryptClear({ execute })
        if (names.length === 0) process.stdout.write('Every stored credential is encrypted.\n')
        else if (isDone) process.stdout.write(`${countOf(names.length)} encrypted: ${names.join(', ')}.\n`)
        else {
          process.stdout.write(`${countOf(names.length)} not encrypted: ${names.join(', ')}.\n`)
          process.stdout.write(`Encrypt with: ${travelCommand('vault encrypt-existing --execute')}\n`)
        }
      })
    })
  return vault
}

const countOf = (count: number): string => (count === 1 ? '1 credential' : `${count} credentials`)

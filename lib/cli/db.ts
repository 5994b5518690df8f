import { Command } from 'commander'
import { setAuditHeadAside } from '#lib/platform/server/audit/head-file.ts'
import { applyMigrations, eraseDatabase, readMigrationStatus } from '#lib/platform/server/db/migrate.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { CommandFailure } from './expected-failure.ts'
import { withDatabase } from './with-database.ts'

export const createDbDeployCommand = (): Command =>
  new Command('deploy').description('apply the pending migrations').action(async () => {
    const applied = await withDatabase((url) => applyMigrations(url))
    for (const name of applied) process.stdout.write(`applied ${name}\n`)
    if (applied.length === 0) process.stdout.write('The database is up to date.\n')
  })

export const createDbStatusCommand = (): Command =>
  new Command('status')
    .description('list applied and missing migrations; exit code 1 if any is missing')
    .action(async () => {
      const { applied, pending } = await withDatabase((url) => readMigrationStatus(url))
      for (const name of applied) process.stdout.write(`applied  ${name}\n`)
      for (const name of pending) process.stdout.write(`missing  ${name}\n`)
      if (pending.length > 0) process.exitCode = 1
    })

export const createDbResetCommand = (): Command =>
  new Command('reset')
    .description('delete everything in the database and create its tables again')
    .option('--yes', 'confirm that all data may be deleted')
    .action(async ({ yes }: { yes?: boolean }) => {
      if (!yes)
        throw new CommandFailure(
          `This deletes everything in the database. To confirm: ${travelCommand('db reset --yes')}`,
        )
      await withDatabase(async (url) => {
        await eraseDatabase(url)
        await applyMigrations(url)
      })
      const kept = await setAuditHeadAside(readEnv().dataDir)
      if (kept) process.stdout.write(`The old audit trail's head file is now ${kept}.\n`)
      process.stdout.write('The database is empty and up to date.\n')
    })

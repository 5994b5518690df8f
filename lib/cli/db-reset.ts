import { Command } from 'commander'
import { setAuditHeadAside } from '#lib/platform/server/audit/head-file.ts'
import { applyMigrations, eraseDatabase } from '#lib/platform/server/db/migrate.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { CommandFailure } from './expected-failure.ts'
import { withDatabase } from './with-database.ts'

export const createDbResetCommand = (): Command =>
  new Command('reset')
    .description('delete everything in the database and create its tables again')
    .option('--yes', 'confirm that all data may be deleted')
    .action(async ({ yes }: { yes?: boolean }) => {
      if (!yes)
        throw new CommandFailure('This deletes everything in the database. To confirm: npm run db:reset -- --yes')
      await withDatabase(async (url) => {
        await eraseDatabase(url)
        await applyMigrations(url)
      })
      const kept = await setAuditHeadAside(readEnv().dataDir)
      if (kept) process.stdout.write(`The old audit trail's head file is now ${kept}.\n`)
      process.stdout.write('The database is empty and up to date.\n')
    })

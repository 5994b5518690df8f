import { Command } from 'commander'
import { applyMigrations, eraseDatabase } from '../db/migrate.ts'
import { readEnv } from '../env/env.ts'
import { setAuditHeadAside } from '../journal/audit-head.ts'
import { CommandFailure } from './expected-failure.ts'
import { withDatabase } from './with-database.ts'

export const createDbResetCommand = (): Command =>
  new Command('reset')
    .description('empty the database and make its tables anew; everything in it is lost')
    .option('--yes', 'really do it')
    .action(async ({ yes }: { yes?: boolean }) => {
      if (!yes) throw new CommandFailure('Everything in the database would be lost: say --yes to do it.')
      await withDatabase(async (url) => {
        await eraseDatabase(url)
        await applyMigrations(url)
      })
      const kept = await setAuditHeadAside(readEnv().dataDir)
      if (kept) process.stdout.write(`How far its audit trail went stands in ${kept}.\n`)
      process.stdout.write('The database is empty and has every migration.\n')
    })

import { Command } from 'commander'
import { readMigrationStatus } from '#lib/platform/server/db/migrate.ts'
import { withDatabase } from './with-database.ts'

export const createDbStatusCommand = (): Command =>
  new Command('status')
    .description('list applied and missing migrations; exit code 1 if any is missing')
    .action(async () => {
      const { applied, pending } = await withDatabase((url) => readMigrationStatus(url))
      for (const name of applied) process.stdout.write(`applied  ${name}\n`)
      for (const name of pending) process.stdout.write(`missing  ${name}\n`)
      if (pending.length > 0) process.exitCode = 1
    })

import { Command } from 'commander'
import { applyMigrations } from '#lib/platform/server/db/migrate.ts'
import { withDatabase } from './with-database.ts'

export const createDbDeployCommand = (): Command =>
  new Command('deploy').description('apply the pending migrations').action(async () => {
    const applied = await withDatabase((url) => applyMigrations(url))
    for (const name of applied) process.stdout.write(`applied ${name}\n`)
    if (applied.length === 0) process.stdout.write('The database is up to date.\n')
  })

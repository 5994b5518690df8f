import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyMigrations, readMigrations } from '#lib/platform/server/db/migrate.ts'
import { readArguments } from '../arguments.ts'
import { main, StepError } from '../steps.ts'
import { migrationsFolder, noFilters, openSchemaEngine, readMigrationList, readSchema } from './schema-engine.ts'
import { withScratchDatabase } from './scratch-database.ts'

/**
 * `npm run db:migrate -- NAME`: creates a migration with the changes of prisma/schema.prisma since the last migration.
 */
await main(async () => {
  const [name] = readArguments({}, { maxWords: 1 }).words
  if (!name || !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
    throw new StepError('Name the migration in snake_case: npm run db:migrate -- add_hotel_rates')
  }
  await makeMigration(name)
  return 0
})

async function makeMigration(name: string): Promise<void> {
  await withScratchDatabase(async (url) => {
    mkdirSync(migrationsFolder, { recursive: true })
    const migrations = readMigrations(migrationsFolder)
    await applyMigrations(url, migrations)
    const last = migrations.at(-1)?.name
    const engine = await openSchemaEngine(url)
    // Creates the engine's shadow database, which the later steps need.
    await engine.devDiagnostic({ migrationsList: readMigrationList(), filters: noFilters })
    const schema = readSchema()
    const loss = await engine.evaluateDataLoss({ migrationsList: readMigrationList(), schema, filters: noFilters })
    for (const { message } of [...loss.unexecutableSteps, ...loss.warnings]) process.stderr.write(`Note: ${message}\n`)
    const created = await engine.createMigration({
      draft: false,
      migrationName: name,
      migrationsList: readMigrationList(),
      schema,
      filters: noFilters,
    })
    if (created.migrationScript === null) {
      process.stdout.write('The schema matches the migrations: nothing to migrate.\n')
      return
    }
    const folder = join(migrationsFolder, created.generatedMigrationName)
    mkdirSync(folder)
    writeFileSync(join(folder, 'migration.sql'), created.migrationScript)
    writeFileSync(
      join(migrationsFolder, 'migration_lock.toml'),
      `# Tells Prisma the database provider of the migrations.\nprovider = "${created.connectorType}"\n`,
    )
    process.stdout.write(
      `Created prisma/migrations/${created.generatedMigrationName}: review it, then start the app to apply it.\n` +
        `If processes that lack it can go on beside it, begin it with: -- Compatible with ${last}\n`,
    )
  })
}

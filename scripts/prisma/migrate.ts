import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyMigrations, readMigrations } from '#lib/db/migrate.ts'
import { migrationsFolder, noFilters, openSchemaEngine, readMigrationList, readSchema } from './schema-engine.ts'
import { withScratchDatabase } from './scratch-database.ts'

/** `npm run db:migrate -- NAME`: writes the migration that takes the last one to prisma/schema.prisma. */
const name = process.argv[2]
if (!name || !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
  process.stderr.write('Name the migration in snake_case: npm run db:migrate -- add_hotel_rates\n')
  process.exit(1)
}

await withScratchDatabase(async (url) => {
  mkdirSync(migrationsFolder, { recursive: true })
  await applyMigrations(url, readMigrations(migrationsFolder))
  const engine = await openSchemaEngine(url)
  // The engine makes its shadow database here, and the later steps need it.
  await engine.devDiagnostic({ migrationsList: readMigrationList(), filters: noFilters })
  const schema = readSchema()
  const loss = await engine.evaluateDataLoss({ migrationsList: readMigrationList(), schema, filters: noFilters })
  for (const { message } of [...loss.unexecutableSteps, ...loss.warnings]) process.stderr.write(`Mind: ${message}\n`)
  const created = await engine.createMigration({
    draft: false,
    migrationName: name,
    migrationsList: readMigrationList(),
    schema,
    filters: noFilters,
  })
  if (created.migrationScript === null) {
    process.stdout.write('The schema and the migrations agree: there is nothing to migrate.\n')
    return
  }
  const folder = join(migrationsFolder, created.generatedMigrationName)
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), created.migrationScript)
  writeFileSync(
    join(migrationsFolder, 'migration_lock.toml'),
    `# Prisma reads which database the migrations are for.\nprovider = "${created.connectorType}"\n`,
  )
  process.stdout.write(
    `Made prisma/migrations/${created.generatedMigrationName}: read it, then start the app to apply it.\n`,
  )
})
process.exit(0)

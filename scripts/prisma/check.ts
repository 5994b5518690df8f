import { readFileSync } from 'node:fs'
import { readArguments } from '../arguments.ts'
import { main } from '../steps.ts'
import { noFilters, openSchemaEngine, readMigrationList, schemaPath } from './schema-engine.ts'
import { withScratchDatabase } from './scratch-database.ts'

/** The engine's message for no difference. Empty output does not count: an engine that did not run is silent too. */
const agreement = 'No difference detected.'

/**
 * Describes the change from the migrations to the schema; `undefined` if they match. Call it at most once per process:
 * the engine's bindings hold one instance.
 */
const describeDrift = async (schemaPath: string): Promise<string | undefined> =>
  withScratchDatabase(async (url) => {
    const engine = await openSchemaEngine(url)
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...readMigrationList() },
      to: { tag: 'schemaDatamodel', files: [{ path: schemaPath, content: readFileSync(schemaPath, 'utf8') }] },
      script: false,
      exitCode: true,
      filters: noFilters,
    })
    const text = stdout?.trim() ?? ''
    if (text === agreement) return undefined
    return text || 'The schema engine printed nothing.'
  })

/** `npm run db:check [-- SCHEMA]`: exits with 0 if the schema (prisma/schema.prisma) matches prisma/migrations. */
await main(async () => {
  const [schema = schemaPath] = readArguments({}, { maxWords: 1 }).words
  const drift = await describeDrift(schema)
  if (drift === undefined) {
    process.stdout.write('The schema matches the migrations.\n')
    return 0
  }
  process.stderr.write(
    `The schema differs from the migrations: create a migration with npm run db:migrate -- NAME.\n${drift}\n`,
  )
  return 1
})

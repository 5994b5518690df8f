import { readFileSync } from 'node:fs'
import { noFilters, openSchemaEngine, readMigrationList } from './schema-engine.ts'
import { withScratchDatabase } from './scratch-database.ts'

/** The engine's message for no difference. Empty output does not count: an engine that did not run is silent too. */
const agreement = 'No difference detected.'

/**
 * Describes the change from the migrations to the schema; `undefined` if they match. Call it at most once per process:
 * the engine's bindings hold one instance.
 */
export const describeDrift = async (schemaPath: string): Promise<string | undefined> =>
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

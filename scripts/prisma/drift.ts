import { noFilters, openSchemaEngine, readMigrationList, readSchema } from './schema-engine.ts'
import { withScratchDatabase } from './scratch-database.ts'

/** The engine's own words for "nothing differs". Silence is not agreement: an engine that did not run is silent too. */
const agreement = 'No difference detected.'

/**
 * What would take the migrations to the schema, for people to read; `undefined` when they agree.
 *
 * @param change alters the schema's text before the comparison
 */
export const describeDrift = async (change = (schema: string): string => schema): Promise<string | undefined> =>
  withScratchDatabase(async (url) => {
    const engine = await openSchemaEngine(url)
    const files = readSchema().files.map(({ path, content }) => ({ path, content: change(content) }))
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...readMigrationList() },
      to: { tag: 'schemaDatamodel', files },
      script: false,
      exitCode: true,
      filters: noFilters,
    })
    const text = stdout?.trim() ?? ''
    if (text === agreement) return undefined
    return text || 'The schema engine said nothing.'
  })

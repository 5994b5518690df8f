import { readArguments } from '../arguments.ts'
import { main } from '../steps.ts'
import { describeDrift } from './drift.ts'
import { schemaPath } from './schema-engine.ts'

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

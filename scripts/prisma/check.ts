import { describeDrift } from './drift.ts'
import { schemaPath } from './schema-engine.ts'

/** `npm run db:check [-- SCHEMA]`: exit code 0 when the schema (prisma/schema.prisma) and prisma/migrations agree. */
const drift = await describeDrift(process.argv[2] ?? schemaPath)
if (drift === undefined) {
  process.stdout.write('The schema and the migrations agree.\n')
  process.exit(0)
}
process.stderr.write(
  `The schema and the migrations differ: make a migration with npm run db:migrate -- NAME.\n${drift}\n`,
)
process.exit(1)

import { join } from 'node:path'
import { defineConfig } from 'prisma/config'

// The Prisma CLI downloads a native schema engine to compare or migrate databases. This project uses the WebAssembly
// engine (scripts/prisma) instead, and the CLI only runs `generate`. The path of an existing program prevents the
// download.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({
  schema: join('prisma', 'schema.prisma'),
  migrations: { path: join('prisma', 'migrations') },
})

import { join } from 'node:path'
import { defineConfig } from 'prisma/config'

// The Prisma CLI downloads a native schema engine to compare or migrate databases. This project uses the WebAssembly
// engine (scripts/prisma) instead, so the CLI only runs `generate` and must not use the network.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({
  schema: join('prisma', 'schema.prisma'),
  migrations: { path: join('prisma', 'migrations') },
})

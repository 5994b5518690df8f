import { join } from 'node:path'
import { defineConfig } from 'prisma/config'

// The Prisma CLI downloads a native schema engine for commands that compare or migrate databases. This project does that
// with the WebAssembly engine (scripts/prisma), so the CLI is used for `generate` only and must not reach for the network.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({
  schema: join('prisma', 'schema.prisma'),
  migrations: { path: join('prisma', 'migrations') },
})

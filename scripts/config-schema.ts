import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { schemaFile, travelConfigSchema } from '#lib/platform/server/env/read-travel-config.ts'
import { registryIndexSchema, registrySchemaFile } from '#lib/skills/server/sources/registry-index.ts'
import { root } from './steps.ts'

/** `npm run config:schema`: writes the published JSON Schemas from their zod schemas. */
await writeFile(join(root, schemaFile), `${JSON.stringify(travelConfigSchema(), null, 2)}\n`)
await writeFile(join(root, registrySchemaFile), `${JSON.stringify(registryIndexSchema(), null, 2)}\n`)

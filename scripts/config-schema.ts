import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { schemaFile, travelConfigSchema } from '#lib/platform/server/env/travel-config-schema.ts'
import { root } from './steps.ts'

/** `npm run config:schema`: writes the published JSON Schema of travel.config.json from its zod schema. */
await writeFile(join(root, schemaFile), `${JSON.stringify(travelConfigSchema(), null, 2)}\n`)

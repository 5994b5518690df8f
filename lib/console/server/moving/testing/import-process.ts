import { randomBytes } from 'node:crypto'
import { createDatabaseClient } from '#lib/platform/server/db/client.ts'
import { openVault } from '#lib/platform/server/vault/open-vault.ts'
import { operator } from '#lib/platform/server/vault/testing.ts'
import { createRecordSeals, recordKeysOf } from '#lib/skills/server/executions/record-seals.ts'
import type { ImportChoices } from '../../../model/console-move.ts'
import { createImports } from '../imports.ts'

/**
 * A process that imports an uploaded file, for tests that kill it. Ends with 0 if the import was done.
 * Arguments: database URL, data folder, the byte of the encryption key, the upload, its passphrase and its digest.
 */
const [databaseUrl = '', dataDir = '', fill = '', upload = '', passphrase = '', digest = ''] = process.argv.slice(2)
const db = createDatabaseClient(databaseUrl, { connections: 1 })
const ports = { db, audit: { record: async () => {} }, clock: Date, randomBytes, dataDir }
const encryptionKey = new Uint8Array(32).fill(Number(fill))
const { ring } = await openVault({ ...ports, encryptionKey, log: { error: () => {} } })
const waiting = {
  seals: createRecordSeals(recordKeysOf({ encryptionKey })),
  events: { changed: () => {} },
  languages: { isAvailable: async () => true },
}
const imports = createImports({ ...ports, ...waiting, ring, version: '1.0.0', host: null })
const choices: ImportChoices = { credentials: 'skip', profiles: 'skip', rows: [] }
const { ok } = await imports.apply(operator, upload, { passphrase, digest, choices })
await db.$disconnect()
process.exitCode = ok ? 0 : 1

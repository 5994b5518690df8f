import { type AuditKeys, auditKeysOf } from '#lib/platform/server/audit/audit-keys.ts'
import { createDatabaseClient, type DatabaseClient } from '#lib/platform/server/db/client.ts'
import { readMigrationStatus } from '#lib/platform/server/db/migrate.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { createDatabaseFingerprints } from '#lib/platform/server/secrets/database-fingerprints.ts'
import { loadInstanceSecrets } from '#lib/platform/server/secrets/instance-secrets.ts'
import { CommandFailure } from './expected-failure.ts'
import { withDatabase } from './with-database.ts'

type OpenTrail = { readonly db: DatabaseClient; readonly keys: AuditKeys; readonly dataDir: string }

/** Runs `work` with the audit trail of this instance, whether or not the app runs. */
export function withAuditTrail<T>(work: (trail: OpenTrail) => Promise<T>): Promise<T> {
  return withDatabase(async (url) => {
    const { pending } = await readMigrationStatus(url)
    if (pending.length > 0) {
      throw new CommandFailure('The database lacks migrations: run npm run db:deploy or start the app, then try again.')
    }
    const db = createDatabaseClient(url, { connections: 1 })
    try {
      const { dataDir, sessionKey, encryptionKey } = readEnv()
      const fingerprints = createDatabaseFingerprints(db)
      const keys = auditKeysOf(await loadInstanceSecrets({ dataDir, sessionKey, encryptionKey, fingerprints }))
      return await work({ db, keys, dataDir })
    } finally {
      await db.$disconnect()
    }
  })
}

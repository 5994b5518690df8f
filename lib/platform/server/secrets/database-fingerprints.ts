import type { DatabaseClient } from '../db/client.ts'
import type { FingerprintStore } from './instance-secrets.ts'

/** Fingerprints in the table `instance_secrets`. */
export const createDatabaseFingerprints = (db: DatabaseClient): FingerprintStore => ({
  async remember(name, fingerprint) {
    // Of two concurrent first starts, the second finds the row of the first.
    await db.instanceSecret.createMany({ data: [{ name, fingerprint }], skipDuplicates: true })
    const row = await db.instanceSecret.findUniqueOrThrow({ where: { name } })
    return row.fingerprint
  },
})

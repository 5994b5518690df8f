import type { DatabaseClient } from '../db/client.ts'
import type { FingerprintStore } from './instance-secrets.ts'

/** Fingerprints in the table `instance_secrets`. */
export const createDatabaseFingerprints = (db: DatabaseClient): FingerprintStore => ({
  async remember(name, fingerprint) {
    // Two first starts at one moment: the second finds the first's row.
    await db.instanceSecret.createMany({ data: [{ name, fingerprint }], skipDuplicates: true })
    const row = await db.instanceSecret.findUniqueOrThrow({ where: { name } })
    return row.fingerprint
  },
})

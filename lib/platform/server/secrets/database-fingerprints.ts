import type { DatabaseClient } from '../db/client.ts'
import type { FingerprintStore } from './instance-secrets.ts'

type Row = { readonly fingerprint: string }

/** Fingerprints in the table `instance_secrets`. */
export const createDatabaseFingerprints = (db: DatabaseClient): FingerprintStore => ({
  async remember(name, fingerprint) {
    const read = () => db.sql.$queryRaw<Row[]>`select fingerprint from instance_secrets where name = ${name}`
    const [row] = await read()
    if (row) return row.fingerprint
    // Of two concurrent first starts, the second finds the row of the first.
    await db.sql.$executeRaw`
      insert into instance_secrets (name, fingerprint) values (${name}, ${fingerprint}) on conflict do nothing`
    const [made] = await read()
    if (made) return made.fingerprint
    throw new Error(`The fingerprint of ${name} was removed while it was stored`)
  },
})

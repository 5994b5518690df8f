import { randomBytes } from 'node:crypto'
import type { DatabaseClient } from '../lib/platform/server/db/client.ts'
import { newId } from '../runner/contract/ids.ts'
import { sha256 } from '../runner/core/hash.ts'

/**
 * Creates a locked profile and returns its token. The stored sealed token is invalid, because nothing here opens it.
 */
export async function lockedProfile(db: DatabaseClient, hosts: readonly string[] = []): Promise<string> {
  const token = newId('ark', randomBytes)
  await db.profile.create({
    data: {
      id: newId('prof', randomBytes),
      tokenHash: sha256(token),
      sealed: '',
      keyId: '',
      description: 'A bench',
      hosts: [...hosts],
      limits: { concurrency: 32 },
      lockedAt: new Date(),
    },
  })
  return token
}

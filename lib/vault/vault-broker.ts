import type { DatabaseClient } from '#lib/db/client.ts'
import type { Credential } from '#lib/db/generated/client.ts'
import { createGroupRead } from '#lib/db/group-read.ts'
import type { CredentialUse } from '#lib/shared/credential-schema.ts'
import type { AddedAs, BoundCredential } from '#runner/contract/bound-credentials.ts'
import type { Clock, Log } from '#runner/ports.ts'
import { openedValue, readUse } from './credentials.ts'
import type { ListingBroker } from './environment-broker.ts'
import type { KeyRing } from './key-ring.ts'

export type VaultBrokerPorts = {
  readonly db: DatabaseClient
  readonly ring: () => KeyRing
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'error'>
}

/** The precision of `lastUsedAt`: a write for each use would cost more than the use. */
const usedWithinMs = 60_000

/**
 * Serves the stored credentials, and those of `environment` for names that are not in the vault. A name in the vault is
 * never taken from the environment, even if its credential is expired or has no value yet, so that the app uses what
 * the console shows.
 */
export function createVaultBroker(
  { db, ring, clock, log }: VaultBrokerPorts,
  environment: ListingBroker,
): ListingBroker {
  const isUsable = ({ sealed, expiresAt }: Pick<Credential, 'sealed' | 'expiresAt'>, now: number) =>
    sealed !== null && (expiresAt === null || expiresAt.getTime() > now)

  /** Groups concurrent reads, because a search binds the credentials of all its sources at once. */
  const read = createGroupRead(async (names: readonly string[]) => {
    const rows = await db.credential.findMany({ where: { name: { in: [...names] } } })
    return new Map(rows.map((row) => [row.name, row]))
  })

  return {
    async configuredNames() {
      const rows = await db.credential.findMany({ select: { name: true, kind: true, sealed: true, expiresAt: true } })
      const now = clock.now()
      const stored = new Set(rows.map(({ name }) => name))
      const others = [...(await environment.configuredNames())].filter((name) => !stored.has(name))
      const usable = rows.filter((row) => row.kind !== 'setting' && isUsable(row, now))
      return new Set([...others, ...usable.map(({ name }) => name)])
    },
    ...(environment.whyMissing ? { whyMissing: environment.whyMissing } : {}),
    async bind(principal, secrets) {
      const rows = (await Promise.all(secrets.map(read))).filter((row) => row !== undefined)
      const stored = new Set(rows.map(({ name }) => name))
      const others = secrets.filter((name) => !stored.has(name))
      const bound = new Map<string, BoundCredential>(others.length > 0 ? await environment.bind(principal, others) : [])
      if (rows.length === 0) return bound
      const now = clock.now()
      const keys = ring()
      const used: string[] = []
      for (const row of rows) {
        if (!isUsable(row, now)) continue
        const value = openedValue(keys, row)
        if (value === undefined) {
          log.error('a credential cannot be decrypted: set its value again', { credential: row.name })
          continue
        }
        const addedAs = addedAsOf(readUse(row))
        bound.set(row.name, {
          version: `${row.id} ${row.version}`,
          hosts: row.hosts,
          ...(row.kind === 'setting' ? { isSetting: true } : {}),
          ...(addedAs === undefined ? {} : { addedAs }),
          value: () => value,
        })
        if (row.lastUsedAt === null || now - row.lastUsedAt.getTime() > usedWithinMs) used.push(row.id)
      }
      if (used.length > 0)
        await db.credential.updateMany({ where: { id: { in: used } }, data: { lastUsedAt: new Date(now) } })
      return bound
    },
  }
}

/** How the gateway adds the value to requests. Undefined: the skill or script places a placeholder itself. */
function addedAsOf(use: CredentialUse): AddedAs | undefined {
  return use.kind === 'plain' || use.kind === 'setting' ? undefined : use
}

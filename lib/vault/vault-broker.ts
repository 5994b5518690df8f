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
  /** Why stored credentials cannot be used, by name, as of the last read of each. */
  const unusable = new Map<string, string>()

  /** The usable rows among those of these names. Remembers why the others are not usable. */
  function usableOf<Row extends Stored>(names: Iterable<string>, rows: readonly Row[], now: number): readonly Row[] {
    for (const name of names) unusable.delete(name)
    return rows.filter((row) => {
      const why = whyUnusable(row, now)
      if (why !== undefined) unusable.set(row.name, why)
      return why === undefined
    })
  }

  /** Groups concurrent reads, because a search binds the credentials of all its sources at once. */
  const read = createGroupRead(async (names: readonly string[]) => {
    const rows = await db.credential.findMany({ where: { name: { in: [...names] } } })
    return new Map(rows.map((row) => [row.name, row]))
  })

  return {
    async configuredNames() {
      const rows = await db.credential.findMany({ select: { name: true, kind: true, sealed: true, expiresAt: true } })
      const stored = new Set(rows.map(({ name }) => name))
      const others = [...(await environment.configuredNames())].filter((name) => !stored.has(name))
      const usable = usableOf([...unusable.keys()], rows, clock.now()).filter(({ kind }) => kind !== 'setting')
      return new Set([...others, ...usable.map(({ name }) => name)])
    },
    whyMissing: (secret, hosts) =>
      unusable.get(secret) ?? environment.whyMissing?.(secret, hosts) ?? `${secret} has no value`,
    async bind(principal, secrets) {
      const rows = (await Promise.all(secrets.map(read))).filter((row) => row !== undefined)
      const stored = new Set(rows.map(({ name }) => name))
      const others = secrets.filter((name) => !stored.has(name))
      const bound = new Map<string, BoundCredential>(others.length > 0 ? await environment.bind(principal, others) : [])
      const now = clock.now()
      const usable = usableOf(secrets, rows, now)
      if (usable.length === 0) return bound
      const keys = ring()
      const used: string[] = []
      for (const row of usable) {
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
      // SQL, because an update by the client would also set `updatedAt`, the time of an operator's last change.
      if (used.length > 0)
        await db.$executeRaw`update credentials set last_used_at = ${new Date(now)} where id = any(${used}::text[])`
      return bound
    },
  }
}

type Stored = Pick<Credential, 'name' | 'sealed' | 'expiresAt'>

/** Undefined: the credential can be used. The environment is no remedy, because the vault takes precedence. */
function whyUnusable({ name, sealed, expiresAt }: Stored, now: number): string | undefined {
  const place = 'in the console, under Credentials'
  if (sealed === null) return `${name} is stored without a value: enter it ${place}`
  if (expiresAt === null || expiresAt.getTime() > now) return undefined
  return `${name} is expired: enter a new value or a later day ${place}`
}

/** How the gateway adds the value to requests. Undefined: the skill or script places a placeholder itself. */
function addedAsOf(use: CredentialUse): AddedAs | undefined {
  return use.kind === 'plain' || use.kind === 'setting' ? undefined : use
}

import type { AddedAs, BoundCredential, SecretPlace, WithheldCredential } from '#runner/contract/bound-credentials.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { Log } from '#runner/core/ports.ts'
import type { CredentialUse } from '../../model/credential-schema.ts'
import { createGroupRead } from '../db/batches.ts'
import type { Credential } from '../db/generated/client.ts'
import { travelCommand } from '../env/travel-command.ts'
import type { PlatformPorts } from '../ports.ts'
import { openedValue, readUse } from './credentials.ts'
import type { ListingBroker } from './environment-broker.ts'
import type { KeyRing } from './key-ring.ts'

type VaultBrokerPorts = Pick<PlatformPorts, 'db' | 'clock'> & {
  readonly ring: () => KeyRing
  readonly log: Pick<Log, 'error'>
}

/**
 * A stored credential that a principal was approved for. `id`: null if the approved one was never stored, or is unknown.
 * `places`: where its placeholder may stand, besides headers.
 */
type ApprovedCredential = { readonly id: string | null; readonly places: readonly SecretPlace[] }

/** By name. Undefined: the principal may use every credential of the instance by name. */
export type ApprovedCredentials = (
  principal: Principal,
  names: readonly string[],
) => Promise<ReadonlyMap<string, ApprovedCredential> | undefined>

type Read = Stored & Pick<Credential, 'kind' | 'detail' | 'hosts' | 'version' | 'lastUsedAt'>

/** A prepared statement, because every search runs it. */
const credentialsText = `
  select id, name, kind::text, detail, hosts, sealed, clear, version,
    expires_at as "expiresAt", last_used_at as "lastUsedAt"
  from credentials where name = any($1)`

/** The precision of `lastUsedAt`: a write for each use would cost more than the use. */
const usedWithinMs = 60_000

/**
 * Serves the stored credentials, and those of `environment` for names that are not in the vault. A name in the vault is
 * never taken from the environment, even if its credential is expired or has no value yet, so that the app uses what
 * the console shows. A principal with approved credentials gets exactly these, and nothing from the environment.
 */
export function createVaultBroker(
  { db, ring, clock, log }: VaultBrokerPorts,
  environment: ListingBroker,
  approvedFor: ApprovedCredentials = async () => undefined,
): ListingBroker {
  /** Why stored credentials cannot be used, by name, as of the last read of each. */
  const unusable = new Map<string, string>()

  /** The usable rows among those of these names, with their values. Remembers why the others are not usable. */
  function usableOf<Row extends Stored>(names: Iterable<string>, rows: readonly Row[], now: number) {
    for (const name of names) unusable.delete(name)
    const keys = rows.length > 0 ? ring() : undefined
    return rows.flatMap((row) => {
      const value = keys && !isExpired(row, now) ? openedValue(keys, row) : undefined
      const why = whyUnusable(row, value, now)
      if (why !== undefined) unusable.set(row.name, why)
      return why === undefined && value !== undefined ? [{ row, value }] : []
    })
  }

  /** Groups concurrent reads, because a search binds the credentials of all its sources at once. */
  const read = createGroupRead(async (names: readonly string[]) => {
    const { rows } = await db.pool.query<Read>({ name: 'credentials', text: credentialsText, values: [names] })
    return new Map(rows.map((row) => [row.name, row]))
  })

  const readAll = async (names: readonly string[]) =>
    (await Promise.all(names.map(read))).filter((row) => row !== undefined)

  return {
    async configuredNames() {
      const select = { id: true, name: true, kind: true, sealed: true, clear: true, expiresAt: true }
      const rows = await db.credential.findMany({ select })
      const stored = new Set(rows.map(({ name }) => name))
      const others = [...(await environment.configuredNames())].filter((name) => !stored.has(name))
      const usable = usableOf([...unusable.keys()], rows, clock.now()).filter(({ row }) => row.kind !== 'setting')
      return new Set([...others, ...usable.map(({ row }) => row.name)])
    },
    whyMissing: (secret, hosts) =>
      unusable.get(secret) ?? environment.whyMissing?.(secret, hosts) ?? `${secret} has no value`,
    async bind(principal, secrets) {
      const approved = await approvedFor(principal, secrets)
      const isOther = ({ name, id }: Pick<Credential, 'name' | 'id'>) =>
        approved !== undefined && approved.get(name)?.id !== id
      const found = await readAll(secrets)
      const rows = found.filter((row) => !isOther(row))
      const stored = new Set(found.map(({ name }) => name))
      const others = approved ? [] : secrets.filter((name) => !stored.has(name))
      const ofEnvironment = others.length > 0 ? await environment.bind(principal, others) : []
      const bound = new Map<string, BoundCredential | WithheldCredential>(ofEnvironment)
      const now = clock.now()
      const usable = usableOf(secrets, rows, now)
      const isUsable = (name: string) => usable.some(({ row }) => row.name === name)
      const closedOf = (some: typeof rows) =>
        some.filter((row) => row.sealed !== null && !isExpired(row, now) && !isUsable(row.name))
      // Read again: a rotation may have encrypted these values under a new key, and dropped the old one, meanwhile.
      const closed = closedOf(rows).map(({ name }) => name)
      const again = (await readAll(closed)).filter((row) => !isOther(row))
      usable.push(...usableOf(closed, again, now))
      for (const { name } of closedOf(again)) {
        log.error('a credential cannot be decrypted: set its value again', { credential: name })
      }
      const used: string[] = []
      for (const { row, value } of usable) {
        const addedAs = addedAsOf(readUse(row))
        bound.set(row.name, {
          version: `${row.id} ${row.version}`,
          hosts: row.hosts,
          ...(row.kind === 'setting' ? { isSetting: true } : {}),
          ...(addedAs === undefined ? {} : { addedAs }),
          ...(approved === undefined ? {} : { places: approved.get(row.name)?.places ?? [] }),
          value: () => value,
        })
        if (row.lastUsedAt === null || now - row.lastUsedAt.getTime() > usedWithinMs) used.push(row.id)
      }
      for (const row of rows) {
        if (bound.has(row.name)) continue
        const why = unusable.get(row.name) ?? `${row.name} has no value`
        // A setting has no hosts: without it, a script could send anything to any of them.
        bound.set(row.name, { version: 'withheld', why, ...(row.kind === 'setting' ? {} : { hosts: row.hosts }) })
      }
      for (const name of approved ? secrets.filter((each) => !bound.has(each)) : []) {
        const why = stored.has(name)
          ? `${name} is another credential than the one that was approved: choose it again on the page of the profile`
          : `${name} is not stored any more: enter it again on the page of the profile`
        bound.set(name, { version: 'withheld', why })
      }
      // SQL, because an update by the client would also set `updatedAt`, the time of an operator's last change.
      if (used.length > 0)
        await db.$executeRaw`update credentials set last_used_at = ${new Date(now)} where id = any(${used}::text[])`
      return bound
    },
  }
}

type Stored = Pick<Credential, 'id' | 'name' | 'sealed' | 'clear' | 'expiresAt'>

const isExpired = ({ expiresAt }: Pick<Stored, 'expiresAt'>, now: number) =>
  expiresAt !== null && expiresAt.getTime() <= now

/**
 * Undefined: the credential can be used. The environment is no remedy, because the vault takes precedence. `value`:
 * undefined if it is missing or expired, or if no key decrypts it.
 */
function whyUnusable(
  { name, sealed, clear, expiresAt }: Stored,
  value: string | undefined,
  now: number,
): string | undefined {
  const place = 'in the console, under Credentials'
  if (sealed === null && clear !== null) {
    return `${name} has a value that is not encrypted: run ${travelCommand('vault encrypt-existing --execute')}, or enter it again ${place}`
  }
  if (sealed === null) return `${name} is stored without a value: enter it ${place}`
  if (isExpired({ expiresAt }, now)) {
    return `${name} is expired: enter a new value or a later day ${place}`
  }
  return value === undefined ? `${name} has a value that cannot be decrypted: enter it again ${place}` : undefined
}

/** How the gateway adds the value to requests. Undefined: the skill or script places a placeholder itself. */
function addedAsOf(use: CredentialUse): AddedAs | undefined {
  return use.kind === 'plain' || use.kind === 'setting' ? undefined : use
}

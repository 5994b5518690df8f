import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import type { AuditTrail } from '#lib/platform/server/audit/audit-trail.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { reasonOf } from '#lib/platform/server/db/database-error.ts'
import { endWhenSilent } from '#lib/platform/server/db/end-when-silent.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { readMigrations, refuseMigratedSince } from '#lib/platform/server/db/migrate.ts'
import { presentAs } from '#lib/platform/server/db/present-processes.ts'
import { type BlamedError, errorOf } from '#runner/contract/faults.ts'
import { createOutage } from '#runner/core/outage.ts'
import type { Log } from '#runner/core/ports.ts'
import { endExecutions } from './end-executions.ts'

/**
 * This process's presence in the database: an advisory lock, which PostgreSQL releases when the process dies in any
 * way, and after 30 seconds when it stands still. `instanceId` marks the executions that this process runs: each write
 * checks it, so that a process that goes on afterwards changes nothing of what others have taken over.
 */
export type Instance = AsyncDisposable & {
  readonly instanceId: string
  /** Whether other processes see this one as alive. If not, they take over its executions, so it starts no new ones. */
  isPresent(): boolean
}

const lockOf = 'hashtextextended($1, 7311)'
const againMs = 1_000

/** Messages that processes send each other with `pg_notify`. Messages sent while the connection is lost are missed. */
export type Listening = {
  readonly channel: string
  heard(message: string): void
  /** Called when a lost connection is back. */
  reconnected?(): void
}

/**
 * Joins the running instances, and rejoins whenever the connection is lost, unless a newer version has migrated the
 * database meanwhile. Messages arrive on the same connection.
 */
export async function joinInstances(
  databaseUrl: string,
  instanceId: string,
  log: Log,
  ...listening: readonly Listening[]
): Promise<Instance> {
  // Read once: an update may replace the files of a running process.
  const migrations = readMigrations()
  const leaving = new AbortController()
  let client: Client | undefined

  async function join(): Promise<void> {
    const joining = new Client({
      connectionString: databaseUrl,
      application_name: presentAs(migrations),
      keepAlive: true,
      connectionTimeoutMillis: 30_000,
    })
    joining.on('error', (cause) => log.warn('the instance lost its database connection', { cause }))
    try {
      await joining.connect()
      await joining.query(`select pg_advisory_lock(${lockOf})`, [instanceId])
      await refuseMigratedSince(joining, migrations)
      for (const { channel, heard } of listening) {
        joining.on('notification', (sent) => sent.channel === channel && heard(sent.payload ?? ''))
        await joining.query(`listen ${joining.escapeIdentifier(channel)}`)
      }
      await endWhenSilent(joining, () => void joining.end())
    } catch (cause) {
      await joining.end().catch(() => {})
      throw cause
    }
    if (leaving.signal.aborted) return joining.end()
    client = joining
    joining.once('end', () => {
      client = undefined
      void joinAgain()
    })
  }

  const outage = createOutage()
  async function joinAgain(): Promise<void> {
    while (!leaving.signal.aborted && client === undefined) {
      try {
        await join()
        outage.end()
        for (const one of listening) one.reconnected?.()
        if (client) log.info('the instance reconnected to its database')
      } catch (cause) {
        const reason = reasonOf(cause)
        if (outage.isNew(reason)) log.warn('the instance cannot connect to its database', { reason })
        await setTimeout(againMs, undefined, { ref: false, signal: leaving.signal }).catch(() => {})
      }
    }
  }

  await join()
  return {
    instanceId,
    isPresent: () => client !== undefined,
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await client?.end()
    },
  }
}

/**
 * An execution is ended after this many takeovers without a further answer: each time, its process died or its
 * resumption failed.
 */
export const maxTakeovers = 5
const cannotGoOn = [{ isDurable: false }, { takeovers: { gte: maxTakeovers } }]

/**
 * Ends each unfinished execution of a dead process if the execution cannot be resumed. Leaves executions of live
 * processes alone. Returns the number of ended executions.
 */
export async function finishAbandoned(db: DatabaseClient, instanceId: string, audit: AuditTrail): Promise<number> {
  const rows = await db.execution.findMany({
    where: { status: 'running', NOT: { instanceId }, OR: cannotGoOn },
    distinct: ['instanceId'],
    select: { instanceId: true },
  })
  let count = 0
  for (const row of rows) {
    count += await db.$transaction(async (tx) => {
      if (!(await isGone(tx, row.instanceId))) return 0
      const where = { status: 'running', instanceId: row.instanceId, OR: cannotGoOn } as const
      return endEach(tx, where, (isDurable) => (isDurable ? givenUp : abandoned), audit)
    })
  }
  return count
}

/**
 * Ends the executions among these that cannot be resumed and that the database still shows as running in this process:
 * it could not record their ends. Returns the number of ended executions.
 */
export function finishUnrecorded(
  db: DatabaseClient,
  { instanceId, ids }: { readonly instanceId: string; readonly ids: readonly string[] },
  audit: AuditTrail,
): Promise<number> {
  const where: Prisma.ExecutionWhereInput = { id: { in: [...ids] }, status: 'running', instanceId, isDurable: false }
  return db.$transaction((tx) => endEach(tx, where, () => unrecorded, audit))
}

/** Ends the executions that match, of each release with its own output. Returns their number. */
async function endEach(
  tx: Prisma.TransactionClient,
  where: Prisma.ExecutionWhereInput,
  errorFor: (isDurable: boolean) => BlamedError,
  audit: AuditTrail,
): Promise<number> {
  const at = new Date()
  const releases = await tx.execution.findMany({
    where,
    distinct: ['skill', 'version', 'isDurable'],
    select: { skill: true, version: true, isDurable: true },
  })
  let count = 0
  for (const { isDurable, ...release } of releases) {
    const output = { status: 'error', ...release, error: errorFor(isDurable) } as const
    const { ids, records } = await endExecutions(tx, { ...where, ...release, isDurable }, { at, output })
    await audit.record(tx, ...records)
    count += ids.length
  }
  return count
}

/** The instances among these whose process still runs. */
export async function liveInstances(db: DatabaseClient, candidates: readonly string[]): Promise<ReadonlySet<string>> {
  const live = new Set<string>()
  for (const candidate of candidates) {
    if (!(await db.$transaction((tx) => isGone(tx, candidate)))) live.add(candidate)
  }
  return live
}

/** Whether the instance's lock is free. If so, this transaction holds it until its end. */
export async function isGone(tx: Pick<DatabaseClient, '$queryRaw'>, instanceId: string): Promise<boolean> {
  const [lock] = await tx.$queryRaw<{ free: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${instanceId}, 7311)) as free`
  return lock?.free === true
}

const abandoned = errorOf(
  'INTERRUPTED',
  {},
  {
    message:
      'The process that ran this execution ended before the execution did. Its last requests may or may not have arrived.',
  },
)
const unrecorded = errorOf(
  'INTERNAL',
  {},
  {
    message: 'The database could not be reached when this execution ended, so its result is not known.',
  },
)
const givenUp = errorOf(
  'INTERRUPTED',
  {},
  {
    message: `This execution was resumed ${maxTakeovers} times but got no further: each time, resuming failed or the process ended. The log says why.`,
  },
)

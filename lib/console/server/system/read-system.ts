import type { AuditChecks } from '#lib/platform/server/audit/audit-checks.ts'
import { nameActors } from '#lib/platform/server/auth/name-actors.ts'
import { readLastBackup } from '#lib/platform/server/backup/last-backup.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { isPresence } from '#lib/platform/server/db/present-processes.ts'
import type { Env } from '#lib/platform/server/env/env.ts'
import { changesBetween, readStarts } from '#lib/platform/server/health/app-starts.ts'
import { type MeasuredDiskRoom, neededMb } from '#lib/platform/server/health/disk-room.ts'
import { english } from '#lib/platform/server/i18n/english.ts'
import { hasQueue } from '#lib/platform/server/queue/jobs.ts'
import { attribution } from '#lib/travel/server/places/attribution.ts'
import { defaultConfig, type TravelConfig } from '#runner/contract/travel-config.ts'
import { defaultWorkers } from '#runner/runtimes/pool/create-pooled-runtime.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import type { ConsoleSystem } from '../../model/console-system.ts'
import { alertSetting, readAlerts } from '../alerts/choose-alerts.ts'
import { readTables } from './read-tables.ts'

/** The others are small. */
const shownTables = 8

type SystemPorts = {
  readonly db: DatabaseClient
  readonly env: Pick<Env, 'databaseUrl' | 'dataDir' | 'operator' | 'settings' | 'workers'>
  readonly config: TravelConfig
  readonly health: () => Promise<ConsoleSystem['health']>
  readonly diskRoom: Pick<MeasuredDiskRoom, 'freeMb'>
  readonly runtimes: readonly Pick<Runtime, 'about' | 'unavailable'>[]
  readonly auditChecks: Pick<AuditChecks, 'state' | 'last'>
}

/** How the app and its parts are. Each figure comes from the part that measures it anyway. */
export async function readSystem(ports: SystemPorts): Promise<ConsoleSystem> {
  const { db, env, config, health, diskRoom } = ports
  const [found, runtimes, processes, database, tables, queue, start, backup, restore_test, audit_check, alerts] =
    await Promise.all([
      health(),
      readRuntimes(ports.runtimes),
      countProcesses(db),
      readDatabase(db),
      readTables(db),
      readQueue(db),
      readStart(db),
      readLastBackup(env.dataDir),
      readRestoreTest(db),
      readAuditCheck(ports),
      readAlerts(db, env),
    ])
  return {
    health: found,
    runtimes,
    workers: { threads: env.workers ?? defaultWorkers(), processes },
    disk: { free_mb: diskRoom.freeMb() ?? null, needed_mb: neededMb },
    database: { is_built_in: env.databaseUrl === undefined, ...database, tables: tables.slice(0, shownTables) },
    queue,
    start,
    backup: backup ?? null,
    restore_test,
    audit_check,
    alerts,
    licenses: licenses(),
    settings: env.settings.map(({ isSecret, ...setting }) => ({
      ...setting,
      ...(setting.name === alertSetting && alerts.chosen !== null
        ? { value: alerts.chosen, from: 'console' as const }
        : {}),
      is_secret: isSecret,
    })),
    config: configOf(config),
  }
}

const readRuntimes = (runtimes: SystemPorts['runtimes']): Promise<ConsoleSystem['runtimes']> =>
  Promise.all(
    runtimes
      // The health of the container engine is shown by itself.
      .filter(({ about }) => about.start === 'in this process')
      .map(async ({ about, unavailable }) => ({ name: about.name, unavailable: (await unavailable?.()) ?? null })),
  )

export async function countProcesses(db: DatabaseClient): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity where ${Prisma.raw(isPresence)}`
  return row?.count ?? 0
}

async function readDatabase(db: DatabaseClient): Promise<{ readonly version: string; readonly bytes: number }> {
  const [row] = await db.$queryRaw<{ version: string; bytes: number }[]>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`
  return row ?? { version: '', bytes: 0 }
}

type Waiting = { readonly waiting: number; readonly since: Date | null }

export async function readQueue(db: DatabaseClient): Promise<ConsoleSystem['queue']> {
  const [executions] = await db.$queryRaw<(Waiting & { readonly running: number })[]>`
    select count(*) filter (where status = 'pending')::int as waiting,
      min(started_at) filter (where status = 'pending') as since,
      count(*) filter (where status = 'running')::int as running
    from executions where status in ('pending', 'running')`
  const [jobs] = (await hasQueue(db))
    ? await db.$queryRaw<Waiting[]>`
        select count(*)::int as waiting, min(run_at) as since from graphile_worker.jobs
        where run_at <= now() and attempts < max_attempts and locked_at is null`
    : []
  return { executions: queueOf(executions), jobs: queueOf(jobs), running: executions?.running ?? 0 }
}

const queueOf = (found: Waiting | undefined) => ({
  waiting: found?.waiting ?? 0,
  oldest_since: found?.since?.toISOString() ?? null,
})

async function readStart(db: DatabaseClient): Promise<ConsoleSystem['start']> {
  const { last, previous } = await readStarts(db)
  if (last === undefined) return null
  const { version, migration, at } = last
  return { version, migration, at: at.toISOString(), changes: previous ? changesBetween(previous, last) : null }
}

async function readRestoreTest(db: DatabaseClient): Promise<ConsoleSystem['restore_test']> {
  const where = { kind: 'restore_test', endedAt: { not: null } }
  const last = await db.backupRun.findFirst({ where, orderBy: { startedAt: 'desc' } })
  return last && { at: last.startedAt.toISOString(), error: last.error }
}

async function readAuditCheck({ db, auditChecks }: Pick<SystemPorts, 'db' | 'auditChecks'>) {
  // Read before the outcome: a check that ends in between is reported as running, so that the page reads again.
  const state = auditChecks.state()
  const last = await auditChecks.last()
  if (last === undefined) return { state, last: null }
  const named = await nameActors(db, [last.by])
  const { at, by, rows, found, findings, duration_ms } = last
  return { state, last: { at: at.toISOString(), by: named(by), rows, found, findings, duration_ms } }
}

/** Null: nothing is configured. Each bundle of the app has a default of its own, so they are compared by value. */
function configOf(config: TravelConfig): string | null {
  const text = JSON.stringify(config, null, 2)
  return text === JSON.stringify(defaultConfig, null, 2) ? null : text
}

/** The notices of the page about data sources. */
function licenses(): ConsoleSystem['licenses'] {
  const t = english('credits')
  return [
    { about: t('airports'), text: attribution },
    { about: t('ratesTitle'), text: t('rates') },
    { about: t('map'), text: t('coast') },
    { about: t('type'), text: t('fonts') },
  ]
}

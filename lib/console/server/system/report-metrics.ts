import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Env } from '#lib/platform/server/env/env.ts'
import type { MeasuredDiskRoom } from '#lib/platform/server/health/disk-room.ts'
import type { Metrics } from '#lib/platform/server/metrics/create-metrics.ts'
import type { Clock } from '#runner/core/ports.ts'
import { defaultWorkers } from '#runner/runtimes/pool/create-pooled-runtime.ts'
import { countProcesses, readQueue } from './read-system.ts'
import { readTables } from './read-tables.ts'

type MetricsPorts = {
  readonly db: DatabaseClient
  readonly env: Pick<Env, 'workers'>
  readonly diskRoom: Pick<MeasuredDiskRoom, 'freeMb'>
  readonly metrics: Pick<Metrics, 'write'>
  readonly clock: Pick<Clock, 'now'>
}

/** The figures of the app, for Prometheus. */
export async function reportMetrics({ db, env, diskRoom, metrics, clock }: MetricsPorts): Promise<string> {
  const [{ executions, jobs, running }, processes, tables] = await Promise.all([
    readQueue(db),
    countProcesses(db),
    readTables(db),
  ])
  const waitingIn = ({ waiting, oldest_since }: typeof jobs) => ({
    waiting,
    oldestMs: oldest_since === null ? 0 : Math.max(0, clock.now() - Date.parse(oldest_since)),
  })
  return metrics.write({
    queues: { executions: waitingIn(executions), jobs: waitingIn(jobs) },
    running,
    workers: env.workers ?? defaultWorkers(),
    processes,
    freeDiskMb: diskRoom.freeMb(),
    tables,
    pool: { total: db.pool.totalCount, idle: db.pool.idleCount, waiting: db.pool.waitingCount },
  })
}

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** What the app knows about itself at the moment of a scrape. Undefined: not known. */
export type Snapshot = {
  readonly queues: Readonly<Record<'executions' | 'jobs', { readonly waiting: number; readonly oldestMs: number }>>
  readonly running: number
  readonly workers: number
  readonly processes: number
  readonly freeDiskMb: number | undefined
  /** The tables of the database. */
  readonly tables: readonly { readonly name: string; readonly bytes: number }[]
  readonly pool: { readonly total: number; readonly idle: number; readonly waiting: number }
}

const seconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * The figures of this process in the text format of Prometheus. No label is a name that a stranger can choose: each would
 * be a series for ever.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers })

  const requests = counter('travel_http_requests_total', 'Requests by route and status', ['route', 'method', 'status'])
  const durations = new Histogram({
    ...{ name: 'travel_http_request_seconds', help: 'Time until an answer was sent', buckets: seconds },
    ...{ labelNames: ['route'] as const, registers },
  })
  const executions = counter('travel_executions_total', 'Ended executions by their end', ['status', 'code'])
  const fuel = counter('travel_fuel_total', 'Metered instructions of ended executions')
  const egress = counter('travel_egress_requests_total', 'Requests of skills and scripts', ['host', 'outcome'])
  const cache = counter('travel_answer_cache_total', 'Looked up answers of skills', ['outcome'])
  const waiting = gauge('travel_queue_waiting', 'What waits for its turn', ['queue'])
  const oldest = gauge('travel_queue_oldest_seconds', 'How long the oldest entry has waited', ['queue'])
  const running = gauge('travel_executions_running', 'Executions that run, in all processes')
  const workers = gauge('travel_workers', 'Threads for skills in each runtime of this process')
  const replaced = counter('travel_workers_replaced_total', 'Threads that ended unasked, by runtime', ['runtime'])
  const processes = gauge('travel_processes', 'Processes that are connected to the database')
  const disk = gauge('travel_disk_free_bytes', 'Free space for the data of the app')
  const tables = gauge('travel_database_table_bytes', 'Size of a table with its indexes', ['table'])
  const pool = gauge('travel_database_connections', 'Connections to the database', ['state'])

  return {
    /** Measures what Node knows about this process, such as the delay of the event loop. */
    watchProcess() {
      collectDefaultMetrics({ register: registry })
      // These gauges have names of counters, of which promtool warns. Each is the sum of another metric over its types.
      for (const what of ['handles', 'requests', 'resources'])
        registry.removeSingleMetric(`nodejs_active_${what}_total`)
    },
    requestEnded(labels: { readonly route: string; readonly method: string; readonly status: number }, took: number) {
      requests.inc(labels)
      durations.observe({ route: labels.route }, took)
    },
    executionEnded(labels: { readonly status: string; readonly code: string }, fuelUsed: number) {
      executions.inc(labels)
      fuel.inc(fuelUsed)
    },
    egressEnded: (labels: { readonly host: string; readonly outcome: string }) => egress.inc(labels),
    answerLookedUp: (wasThere: boolean) => cache.inc({ outcome: wasThere ? 'hit' : 'miss' }),
    workerReplaced: (runtime: string) => replaced.inc({ runtime }),
    contentType: registry.contentType,
    async write(now: Snapshot): Promise<string> {
      for (const queue of ['executions', 'jobs'] as const) {
        waiting.set({ queue }, now.queues[queue].waiting)
        oldest.set({ queue }, now.queues[queue].oldestMs / 1000)
      }
      running.set(now.running)
      workers.set(now.workers)
      processes.set(now.processes)
      // A figure that is not known is left out: zero would be an alarm.
      if (now.freeDiskMb === undefined) disk.remove()
      else disk.set(now.freeDiskMb * 1024 * 1024)
      for (const { name, bytes } of now.tables) tables.set({ table: name }, bytes)
      pool.set({ state: 'idle' }, now.pool.idle)
      pool.set({ state: 'busy' }, now.pool.total - now.pool.idle)
      pool.set({ state: 'waited for' }, now.pool.waiting)
      return registry.metrics()
    },
  }
}

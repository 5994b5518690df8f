import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import * as z from 'zod'
import type { Measurement } from './measure.ts'
import { openDatabase } from './process/open-database.ts'
import { parentOf, processesMs } from './process/processor-time.ts'

const counts = [1, 2]
const warmUp = 500
const executions = 2000

/**
 * Measures what a small script costs one process and PostgreSQL while one process and two execute scripts of
 * their own agents on one database. Processor time, because the processes share this machine's cores: where each has its
 * own, their rates add up by it.
 */
export async function nodes(): Promise<Measurement[]> {
  const lines: Measurement[] = []
  for (const count of counts) lines.push(...(await measureNodes(count)))
  return lines
}

const Figures = z.object({ backend: z.number(), commits: z.number(), wal: z.number() })

async function measureNodes(count: number): Promise<Measurement[]> {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await openDatabase())
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  opened.defer(() => client.end())
  const processes = Array.from({ length: count }, () =>
    fork(join(import.meta.dirname, 'nodes/node.ts'), [database.url]),
  )
  opened.defer(async () => {
    for (const one of processes) one.disconnect()
    await Promise.all(processes.map((one) => one.exitCode ?? once(one, 'exit')))
  })
  await Promise.all(processes.map((one) => once(one, 'message')))
  const figures = async () => {
    const { rows } = await client.query(
      `select pg_backend_pid() as backend, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
         (select xact_commit::float8 from pg_stat_database where datname = current_database()) as commits`,
    )
    const { backend, ...used } = Figures.parse(rows[0])
    const apps = processes.map(({ pid = 0 }) => processesMs(pid))
    return { ...used, app: apps.reduce((sum, each) => sum + each, 0), database: processesMs(parentOf(backend)) }
  }
  const executeEach = (n: number) => Promise.all(processes.map((one) => execute(one, n)))

  await executeEach(warmUp)
  const before = await figures()
  const p95s = await executeEach(executions)
  const after = await figures()
  const n = count * executions
  const each = (of: 'app' | 'database' | 'commits' | 'wal') => (after[of] - before[of]) / n
  const one = { bench: 'nodes', subject: 'quickjs', size: count, n }
  return [
    { ...one, of: 'app', metric: 'cpu', value: each('app'), unit: 'ms' },
    { ...one, of: 'PostgreSQL', metric: 'cpu', value: each('database'), unit: 'ms' },
    { ...one, of: 'commits', metric: 'rows', value: each('commits'), unit: 'times' },
    { ...one, of: 'log of the database', metric: 'size', value: each('wal'), unit: 'bytes' },
    { ...one, of: 'request to result', metric: 'p95', value: Math.max(...p95s), unit: 'ms' },
  ]
}

async function execute(one: ChildProcess, n: number): Promise<number> {
  const reported = once(one, 'message')
  one.send(n)
  return z.number().parse((await reported)[0])
}

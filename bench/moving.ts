import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDatabaseClient } from '../lib/platform/server/db/client.ts'
import { applyMigrations } from '../lib/platform/server/db/migrate.ts'
import { sha256 } from '../runner/core/hash.ts'
import { scriptBytes } from '../runner/script/script.ts'
import { linesOf, type Measurement } from './measure.ts'
import { openDatabase } from './process/open-database.ts'

const executions = 20_000
/** Of the output of an execution, and of the answer in its journal. */
const bytesOfEach = 25_000
const step = join(import.meta.dirname, 'process', 'move-history.ts')

/** The most memory that it takes to export, import, back up and restore a history of a gigabyte. */
export async function moving(size = executions): Promise<Measurement[]> {
  await using database = await openDatabase()
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-bench-moving-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const db = createDatabaseClient(database.url, { connections: 1 })
  stack.defer(() => db.$disconnect())
  await db.$executeRaw`create database other`
  const other = new URL(database.url)
  other.pathname = '/other'
  await applyMigrations(other.href)

  const run = async (kind: string, url: string, name: string) => {
    const file = join(folder, name)
    const { stdout } = await promisify(execFile)(process.execPath, [step, kind, url, folder, file])
    const values = { rss: Number(stdout), size: (await stat(file)).size }
    return linesOf({ bench: 'moving', subject: 'quickjs', of: kind, size }, 1, values)
  }
  await promisify(execFile)(process.execPath, [step, 'profile', database.url, folder])
  await addHistory(db, size)
  return [
    ...(await run('export', database.url, 'history.airlock')),
    ...(await run('import', other.href, 'history.airlock')),
    ...(await run('backup', database.url, 'backup.airlock')),
    ...(await run('restore', database.url, 'backup.airlock')),
  ]
}

/** Texts that compress by half, and no better. */
async function addHistory(db: ReturnType<typeof createDatabaseClient>, size: number): Promise<void> {
  const script = 'set_result(1)'
  const digest = sha256(scriptBytes('javascript', script))
  const text = (seed: string) =>
    `(select string_agg(md5(${seed} || n), '') from generate_series(1, ${Math.ceil(bytesOfEach / 32)}) n)`
  await db.$executeRaw`insert into scripts (digest, language, text) values (${digest}, 'javascript', ${script})`
  await db.$executeRawUnsafe(`
    insert into executions (id, skill, version, skill_digest, action, principal_id, source, trust, status, input, output,
      fuel_used, query_time_ms, started_at, finished_at, instance_id, is_durable)
    select 'exec_' || lpad(i::text, 22, '0'), 'script', '1', '${digest}', 'run', (select id from profiles), 'dm-approved', 'write',
      'success', '{}', jsonb_build_object('result', ${text('i::text')}), 1, 1, now(), now(), 'inst', true
    from generate_series(1, ${size}) i`)
  await db.$executeRaw`
    insert into script_executions (id, token_hash, profile_id, profile_version, language, "grant", cache_key, llm_wait_s,
      execution_ms)
    select id, md5(id) || md5(id), principal_id, 1, 'javascript', '{}', '', 60, 1 from executions`
  await db.$executeRawUnsafe(`
    insert into journal_entries (execution_id, seq, op, args, result, fuel_left, duration_ms)
    select id, 1, 'fetch', '{"url":"https://api.example.com/reports"}',
      jsonb_build_object('kind', 'value', 'value', ${text('id')}), 1, 1 from executions`)
}

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { applyMigrations, readMigrations } from '#lib/platform/server/db/migrate.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { errorOf } from '#runner/contract/faults.ts'
import { type ExecutionId, newId } from '#runner/contract/ids.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { errorOutput } from '#runner/run/output.ts'
import { createExecutionStore } from './execution-store.ts'
import { finishAbandoned, joinInstances, liveInstances } from './instance.ts'
import { testAudit, testSeals } from './testing/durable-runner.ts'

const log = createLogger({ level: 'silent' })
const start = (id: ExecutionId) => ({
  id,
  skill: 'flight-search',
  version: '0.1.0',
  digest: 'd',
  input: { action: 'search_flights', params: { note: 'a\u0000b\ud800' }, config: {} },
  inputRedacted: false,
  tier: 'local' as const,
  keys: [],
  principal: publicPrincipal,
})
const waitsForLock = async (db: DatabaseClient) => {
  const waiting = await db.$queryRaw<unknown[]>`
    select pid from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and not granted and datname = current_database()`
  return waiting.length > 0
}
const execution = () => newId('exec', randomBytes)

test('ends executions of a dead process as interrupted and leaves those of a live process alone', async () => {
  await using database = await createTestDatabase()
  const db = database.client
  const [abandoned, running] = [execution(), execution()]
  const gone = await joinInstances(database.url, 'inst_gone', log)
  await using _alive = await joinInstances(database.url, 'inst_alive', log)
  await createExecutionStore(db, 'inst_gone', testSeals, testAudit).started(start(abandoned))
  await createExecutionStore(db, 'inst_alive', testSeals, testAudit).started(start(running))

  expect(await finishAbandoned(db, 'inst_new', testAudit)).toBe(0)
  await gone[Symbol.asyncDispose]()
  expect(await finishAbandoned(db, 'inst_new', testAudit)).toBe(1)
  expect(await finishAbandoned(db, 'inst_new', testAudit)).toBe(0)

  const ended = await db.execution.findUniqueOrThrow({ where: { id: abandoned } })
  expect(ended).toMatchObject({ status: 'error', errorCode: 'INTERRUPTED' })
  expect(ended.finishedAt).not.toBeNull()
  expect(await db.execution.findUniqueOrThrow({ where: { id: running } })).toMatchObject({ status: 'running' })
})

test('an instance is alive while its process runs, and an unknown instance is not alive', async () => {
  await using database = await createTestDatabase()
  const [one, other] = [
    await joinInstances(database.url, 'inst_one', log),
    await joinInstances(database.url, 'inst_other', log),
  ]
  await using _other = other
  const candidates = ['inst_one', 'inst_other', 'inst_unknown']
  const sessions = await database.client.$queryRaw`
    select distinct query from pg_stat_activity
    where starts_with(application_name, 'travel.aw instance') and datname = current_database()`
  expect(sessions).toEqual([{ query: 'set idle_session_timeout = 30000' }])
  expect(await liveInstances(database.client, candidates)).toEqual(new Set(['inst_one', 'inst_other']))
  await one[Symbol.asyncDispose]()
  expect(await liveInstances(database.client, candidates)).toEqual(new Set(['inst_other']))
})

test('an execution deleted while it runs ends without an error and leaves no rows', async () => {
  await using database = await createTestDatabase()
  const db = database.client
  const store = createExecutionStore(db, 'inst_one', testSeals, testAudit)
  const output = errorOutput({ skill: 'flight-search', version: '0.1.0' }, errorOf('TIMEOUT'))
  const id = execution()
  await store.started(start(id))
  await db.execution.delete({ where: { id } })
  await store.finished({ id, output, errorCode: 'TIMEOUT', journal: [], fuelUsed: 0, data: undefined })
  expect(await db.execution.count()).toBe(0)
})

test("stores an execution's input, output and journal, whatever text the skill returns", async () => {
  await using database = await createTestDatabase()
  const store = createExecutionStore(database.client, 'inst_one', testSeals, testAudit)
  const id = execution()
  await store.started(start(id))
  await store.finished({
    id,
    output: {
      status: 'success',
      skill: 'flight-search',
      version: '0.1.0',
      results: [{ name: '\u0000\udfff' }],
      metadata: { query_time_ms: 12, cached: false, fetched_at: '2026-11-20T00:00:00.000Z', partial: false },
    },
    errorCode: undefined,
    journal: [
      {
        seq: 0,
        op: 'fetch',
        args: { url: 'https://a.example/\u0000' },
        result: { kind: 'value', value: null },
        fuel_left: 5,
        duration_ms: 1.5,
      },
      {
        seq: 1,
        op: 'time.offset',
        args: { pairs: [] },
        result: { kind: 'unanswered' },
        result_hash: 'abc',
        fuel_left: 4,
        duration_ms: 0,
      },
    ],
    fuelUsed: 123_456,
    data: 'sample',
  })
  const kept = await database.client.execution.findUniqueOrThrow({
    where: { id },
    include: { journal: { orderBy: { seq: 'asc' } } },
  })
  expect(kept).toMatchObject({
    principalId: 'public',
    userId: null,
    status: 'success',
    data: 'sample',
    fuelUsed: 123_456n,
    input: { params: { note: 'a\ufffdb\ufffd' } },
    output: { results: [{ name: '\ufffd\ufffd' }] },
  })
  expect(kept.journal.map(({ op, fuelLeft, resultHash }) => [op, fuelLeft, resultHash])).toEqual([
    ['fetch', 5n, null],
    ['time.offset', 4n, 'abc'],
  ])
})

test('an instance that lost its connection rejoins, and starts no executions until then', async () => {
  await using database = await createTestDatabase()
  const db = database.client
  await using instance = await joinInstances(database.url, 'inst_one', log)
  const store = createExecutionStore(db, 'inst_one', testSeals, testAudit, instance.isPresent)
  const live = async () => (await liveInstances(db, ['inst_one'])).size === 1
  const { resolve: release, promise: released } = Promise.withResolvers<void>()
  // As during a takeover, another transaction takes the instance's lock once the connection is lost. To rejoin, the
  // instance must wait for this lock.
  const takingOver = db.$transaction(
    async (tx) => {
      await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('inst_one', 7311))`
      await released
    },
    { timeout: 300_000 },
  )
  await vi.waitUntil(() => waitsForLock(db), { timeout: 30_000 })
  await db.$queryRaw`
    select pg_terminate_backend(pid)::text from pg_stat_activity
    where starts_with(application_name, 'travel.aw instance') and datname = current_database()`
  await vi.waitUntil(() => !instance.isPresent(), { timeout: 30_000 })
  await expect(store.started(start(execution()))).rejects.toThrow('lost its database connection')
  release()
  await takingOver
  await vi.waitUntil(() => instance.isPresent(), { timeout: 30_000 })
  expect(await live()).toBe(true)
  await store.started(start(execution()))
})

test('an instance passes a message to the listener of its channel, and a reconnect to all listeners', async () => {
  await using database = await createTestDatabase()
  const db = database.client
  const heard: string[] = []
  const channel = (name: string) => ({
    channel: name,
    heard: (message: string) => void heard.push(`${name}: ${message}`),
    reconnected: () => void heard.push(`${name} is back`),
  })
  await using instance = await joinInstances(database.url, 'inst_one', log, channel('one'), channel('two'))
  await db.$executeRaw`select pg_notify('two', 'first')`
  await db.$executeRaw`select pg_notify('other', 'unheard')`
  await db.$executeRaw`select pg_notify('one', 'second')`
  await vi.waitUntil(() => heard.length === 2, { timeout: 30_000 })
  expect(heard.splice(0)).toEqual(['two: first', 'one: second'])
  await db.$queryRaw`
    select pg_terminate_backend(pid)::text from pg_stat_activity
    where starts_with(application_name, 'travel.aw instance') and datname = current_database()`
  await vi.waitUntil(() => heard.length === 2, { timeout: 30_000 })
  expect(heard.splice(0)).toEqual(['one is back', 'two is back'])
  expect(instance.isPresent()).toBe(true)
  await db.$executeRaw`select pg_notify('one', 'third')`
  await vi.waitUntil(() => heard.length === 1, { timeout: 30_000 })
  expect(heard).toEqual(['one: third'])
})

test('no migration that needs a stop is applied while an instance is present, and a compatible one is', async () => {
  await using database = await createTestDatabase()
  const known = readMigrations()
  const { name: last = '' } = known.at(-1) ?? {}
  const compatible = { name: '3000_compatible', sql: `-- Compatible with ${last}\nselect`, checksum: 'a' }
  const other = { name: '3001_other', sql: 'select', checksum: 'b' }
  await using gone = new AsyncDisposableStack()
  gone.use(await joinInstances(database.url, 'inst_one', log))
  expect(await applyMigrations(database.url, [...known, compatible])).toEqual(['3000_compatible'])
  const migrating = applyMigrations(database.url, [...known, compatible, other])
  await expect(migrating).rejects.toThrow(`last migration ${last}. Stop them, then start again.`)
  await gone.disposeAsync()
  expect(await applyMigrations(database.url, [...known, compatible, other])).toEqual(['3001_other'])
})

test('an instance that was away while a migration without it came stays away', async () => {
  await using database = await createTestDatabase()
  const reasons: unknown[] = []
  const noting = { ...log, warn: (_: string, fields: object = {}) => void reasons.push(Object(fields).reason) }
  await using instance = await joinInstances(database.url, 'inst_one', noting)
  // As the process that migrates: it has looked for others when this one comes back, so this one has to wait and look.
  const migrate = async (tx: Prisma.TransactionClient) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(72707369)`
    await tx.$queryRaw`
      select pg_terminate_backend(pid)::text from pg_stat_activity
      where starts_with(application_name, 'travel.aw instance') and datname = current_database()`
    await vi.waitUntil(() => waitsForLock(database.client), { timeout: 30_000 })
    await tx.$executeRaw`
      insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('1', 'a', '3000_other', now())`
  }
  await database.client.$transaction(migrate, { timeout: 300_000 })
  await vi.waitUntil(() => reasons.some((reason) => String(reason).includes('3000_other')), { timeout: 30_000 })
  expect(instance.isPresent()).toBe(false)
  await expect(joinInstances(database.url, 'inst_two', log)).rejects.toThrow('has migration 3000_other, which this')
})

test('an instance that cannot connect logs the reason once, however often it tries', async () => {
  await using database = await createTestDatabase()
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-instance-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const url = new URL(database.url)
  const name = `.s.PGSQL.${url.port}`
  const server = join(url.searchParams.get('host') ?? '', name)
  let [isDown, refused] = [false, 0]
  const open = new Set<Socket>()
  const relay = createServer((from) => {
    open.add(from)
    from.on('error', () => {})
    if (isDown) {
      refused += 1
      from.destroy()
      return
    }
    const to = connect(server).on('error', () => {})
    // Otherwise the server keeps the lock of the lost connection.
    from.on('close', () => to.destroy())
    from.pipe(to).pipe(from)
  })
  relay.listen(join(folder, name))
  await once(relay, 'listening')
  stack.defer(() => void relay.close())
  url.searchParams.set('host', folder)

  const lines: string[] = []
  const note = (line: string, fields: object = {}) => void lines.push([line, ...Object.values(fields)].join(': '))
  const noting = { debug: note, info: note, warn: note, error: note }
  await using instance = await joinInstances(url.href, 'inst_one', noting)
  isDown = true
  for (const socket of open) socket.destroy()
  await vi.waitUntil(() => refused >= 3, { timeout: 30_000 })
  isDown = false
  await vi.waitUntil(() => instance.isPresent(), { timeout: 30_000 })
  // The connections that are cut at first may fail for another reason than those that follow.
  const failures = lines.filter((line) => line.includes('cannot connect'))
  expect(failures).not.toEqual([])
  expect(new Set(failures).size).toBe(failures.length)
  expect(lines.at(-1)).toBe('the instance reconnected to its database')
})

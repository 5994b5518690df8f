import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AuditTrail } from '#lib/platform/server/audit/audit-trail.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { type ExecutionId, newId } from '#runner/contract/ids.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import type { ExecutionEnd, ExecutionStart } from '#runner/core/ports.ts'
import { createExecutionStore } from './execution-store.ts'
import { finishAbandoned } from './instance.ts'
import { testAudit, testSeals } from './testing/durable-runner.ts'

const start = (id: ExecutionId): ExecutionStart => ({
  id,
  skill: 'flight-search',
  version: '0.1.0',
  digest: 'd',
  input: { action: 'search_flights', params: { note: 'a' }, config: {} },
  inputRedacted: false,
  principal: publicPrincipal,
  tier: 'local',
  keys: ['AMADEUS_API_KEY'],
})
const output = {
  status: 'success' as const,
  skill: 'flight-search',
  version: '0.1.0',
  results: [],
  metadata: { query_time_ms: 12, cached: false, fetched_at: '2026-11-20T00:00:00.000Z', partial: false },
}
const end = (id: ExecutionId): ExecutionEnd => ({
  id,
  output,
  errorCode: undefined,
  journal: [],
  fuelUsed: 12_420_000,
  peakMemoryBytes: 1024,
  durationMs: 31,
  used: [{ op: 'fetch', host: 'a.example', calls: 2 }],
  data: undefined,
})
const execution = () => newId('exec', randomBytes)

/** An audit trail that fails for these executions. */
const failingFor = (bad: (execution: unknown) => boolean): AuditTrail => ({
  record: (tx, ...records) => {
    if (records.some(({ detail }) => bad(detail.execution))) throw new Error('the trail is not writable')
    return testAudit.record(tx, ...records)
  },
})

async function openWorld(audit: AuditTrail = testAudit) {
  const database = await createTestDatabase()
  const db = database.client
  return {
    db,
    store: createExecutionStore(db, 'inst_one', testSeals, audit),
    rows: () => db.auditEvent.findMany({ orderBy: [{ lane: 'asc' }, { seq: 'asc' }] }),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

test('an execution has an audit row for its start and one for its end, with all its details', async () => {
  await using world = await openWorld()
  const id = execution()
  await world.store.started(start(id))
  await world.store.finished(end(id))
  const known = {
    execution: id,
    principal: 'public',
    version: '0.1.0',
    digest: 'd',
    action: 'search_flights',
    input: expect.stringMatching(/^[0-9a-f]{64}$/),
  }
  expect(await world.rows()).toMatchObject([
    {
      action: 'skill.started',
      subject: 'flight-search',
      actor: 'anonymous',
      source: 'public',
      detail: { ...known, tier: 'local', keys: ['AMADEUS_API_KEY'] },
    },
    {
      action: 'skill.ended',
      subject: 'flight-search',
      detail: {
        ...known,
        outcome: 'success',
        output: expect.stringMatching(/^[0-9a-f]{64}$/),
        used: [{ op: 'fetch', host: 'a.example', calls: 2 }],
        fuel_units: 12.4,
        peak_memory_bytes: 1024,
        duration_ms: 31,
      },
    },
  ])
})

test('an execution whose audit row cannot be written does not start, but concurrent ones do', async () => {
  const [good, bad] = [execution(), execution()]
  await using world = await openWorld(failingFor((id) => id === bad))
  const results = await Promise.allSettled([good, bad].map((id) => world.store.started(start(id))))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect((await world.db.execution.findMany()).map(({ id }) => id)).toEqual([good])
  expect(await world.rows()).toHaveLength(1)
})

test('an execution whose last audit row cannot be written does not end, but concurrent ones do', async () => {
  const [good, bad] = [execution(), execution()]
  let isClosed = false
  await using world = await openWorld(failingFor((id) => isClosed && id === bad))
  await Promise.all([good, bad].map((id) => world.store.started(start(id))))
  isClosed = true
  const results = await Promise.allSettled([good, bad].map((id) => world.store.finished(end(id))))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  const ended = await world.db.execution.findMany({ where: { status: 'success' } })
  expect(ended.map(({ id }) => id)).toEqual([good])
  const running = await world.db.execution.findMany({ where: { status: 'running', finishedAt: null } })
  expect(running.map(({ id }) => id)).toEqual([bad])
})

test('concurrent starts and ends of executions share transactions, and each execution has its audit rows', async () => {
  let writes = 0
  await using world = await openWorld({
    record: (tx, ...records) => {
      writes += 1
      return testAudit.record(tx, ...records)
    },
  })
  const ids = Array.from({ length: 100 }, execution)
  await Promise.all(ids.map((id) => world.store.started(start(id))))
  await Promise.all(ids.map((id) => world.store.finished(end(id))))
  const rows = await world.rows()
  for (const action of ['skill.started', 'skill.ended']) {
    const of = rows.filter((row) => row.action === action).map(({ detail }) => Object(detail).execution)
    expect(of.sort()).toEqual([...ids].sort())
  }
  expect(await world.db.execution.count({ where: { status: 'success' } })).toBe(100)
  expect(writes).toBeLessThan(20)
})

test('an execution ends once: a second end is refused and writes no audit row', async () => {
  await using world = await openWorld()
  const [one, other] = [execution(), execution()]
  await Promise.all([one, other].map((id) => world.store.started(start(id))))
  await world.store.finished(end(one))
  const results = await Promise.allSettled([world.store.finished(end(one)), world.store.finished(end(other))])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect((await world.rows()).filter(({ action }) => action === 'skill.ended')).toHaveLength(2)
})

test('an execution of a dead process also gets a last audit row', async () => {
  await using world = await openWorld()
  const id = execution()
  await world.store.started(start(id))
  expect(await finishAbandoned(world.db, 'inst_new', testAudit)).toBe(1)
  expect((await world.rows()).at(-1)).toMatchObject({
    action: 'skill.ended',
    actor: 'anonymous',
    source: 'public',
    detail: { execution: id, outcome: 'INTERRUPTED', digest: 'd', principal: 'public' },
  })
})

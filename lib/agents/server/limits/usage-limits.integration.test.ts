import { expect, test } from 'vitest'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { testAudit } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { noHeaders, openScriptWorld } from '../scripts/testing/script-world.ts'
import { setLimit } from './set-limit.ts'
import { takeUse } from './usage-limits.ts'

const hourMs = 60 * 60 * 1000
const start = Date.parse('2026-11-27T22:30:00Z')

test('a burst starts exactly as many executions as the limits allow, and the refusal says when they begin again', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  let now = start
  const burst = async (owner: string) => {
    const all = await Promise.all(Array.from({ length: 12 }, () => takeUse({ db, clock: { now: () => now } }, owner)))
    return { taken: all.filter(({ ok }) => ok).length, refused: all.find(({ ok }) => !ok) }
  }
  await db.usageLimit.create({ data: { owner: 'agent_one', perHour: 5, perDay: 7 } })
  const first = await burst('agent_one')
  expect(first.taken).toBe(5)
  expect(first.refused).toMatchObject({
    error: { code: 'RATE_LIMITED', reason: 'hour_limit', fault: 'operator', retry_after_ms: hourMs / 2 },
    retryAfterMs: hourMs / 2,
  })
  now = start + hourMs
  const second = await burst('agent_one')
  expect(second.taken).toBe(2)
  now += 1
  expect((await burst('agent_one')).refused).toMatchObject({
    error: { code: 'RATE_LIMITED', reason: 'day_limit', fault: 'operator', retry_after_ms: hourMs / 2 - 1 },
  })
  now = start + 2 * hourMs
  expect((await burst('agent_one')).taken).toBe(5)
  expect((await burst('agent_two')).taken).toBe(12)
})

test('a limit of 0 starts nothing', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  await db.usageLimit.create({ data: { owner: 'agent_one', perDay: 0 } })
  expect(await takeUse({ db, clock: { now: () => start } }, 'agent_one')).toMatchObject({
    error: { reason: 'day_limit' },
  })
})

test('a script beyond the limit of its profile is refused, and its idempotency key starts it later', async () => {
  await using world = await openScriptWorld({ works: false })
  const { token, id: owner } = await world.profile()
  await world.db.usageLimit.create({ data: { owner, perHour: 0 } })
  const request = {
    profile_id: token,
    script: 'set_result(2)',
    language: 'javascript',
    idempotency_key: 'once',
  } as const
  expect(await world.scripts.execute(request, noHeaders)).toMatchObject({ error: { reason: 'hour_limit' } })
  expect(await world.db.execution.count()).toBe(0)
  await world.db.usageLimit.update({ where: { owner }, data: { perHour: null } })
  expect(await world.scripts.execute(request, noHeaders)).toMatchObject({ ok: true })
  expect(await world.db.usageLimit.findUnique({ where: { owner } })).toMatchObject({ hourUses: 1, dayUses: 1 })
})

test('an operator sets the limits of a profile: earlier starts count, null is no limit, and each change is audited', async () => {
  await using world = await openScriptWorld({ works: false })
  const { id: owner } = await world.profile()
  const ports = { db: world.db, audit: testAudit, clock: { now: () => start } }
  const set = (per_hour: number | null, per_day: number | null) =>
    setLimit(ports, commandLine, { owner, per_hour, per_day })
  expect(await set(2, null)).toEqual({ ok: true, value: { owner, per_hour: 2, per_day: null } })
  expect(await takeUse(ports, owner)).toMatchObject({ ok: true })
  await set(null, 1)
  expect(await takeUse(ports, owner)).toMatchObject({ error: { reason: 'day_limit' } })
  await set(null, null)
  expect(await takeUse(ports, owner)).toMatchObject({ ok: true })
  const rows = await world.db.auditEvent.findMany({
    where: { action: 'limit.changed', subject: owner },
    orderBy: { seq: 'asc' },
  })
  expect(rows.map(({ detail }) => Object(detail).per_day)).toEqual([null, 1, null])
})

test('a limit that a change does not name stays, and the audit trail names both', async () => {
  await using world = await openScriptWorld({ works: false })
  const { id: owner } = await world.profile()
  const ports = { db: world.db, audit: testAudit, clock: { now: () => start } }
  await setLimit(ports, commandLine, { owner, per_hour: 5 })
  const both = { per_hour: 5, per_day: 50 }
  expect(await setLimit(ports, commandLine, { owner, per_day: 50 })).toEqual({ ok: true, value: { owner, ...both } })
  const row = await world.db.auditEvent.findFirst({ where: { action: 'limit.changed' }, orderBy: { seq: 'desc' } })
  expect(row?.detail).toEqual(both)
})

test('nothing but a profile or an agent key has limits', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  const ports = { db, audit: testAudit, clock: { now: () => start } }
  const change = { owner: 'prof_unknown', per_hour: 1, per_day: 1 }
  expect(await setLimit(ports, commandLine, change)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  expect(await db.usageLimit.count()).toBe(0)
})

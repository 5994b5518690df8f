import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { readCost, selectRows } from './read-cost.ts'

const now = Date.parse('2026-11-27T14:30:00Z')
const clock = { now: () => now }

test('adds up the days of a range, names who it was for, and leaves unknown what nobody measured', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  await db.$executeRaw`
    insert into profiles (id, token_hash, sealed, key_id, description, hosts) values ('prof_1', '1', 's', 'k', 'Digest', '{}')`
  const row = { skill: 'script', failed: 0, unmeasured: 0, hostCalls: 2n, tokens: null }
  await db.usageDay.createMany({
    data: [
      {
        ...row,
        day: new Date('2026-11-27'),
        owner: 'prof_1',
        executions: 2,
        runMs: 1500n,
        fuel: 30_000_000_000n,
        bytes: 5n,
      },
      { ...row, day: new Date('2026-11-14'), owner: 'prof_1', executions: 1, runMs: 500n, fuel: 0n, bytes: null },
      { ...row, day: new Date('2026-11-13'), owner: 'prof_1', executions: 9, runMs: 1n, fuel: 1n, bytes: 1n },
      { ...row, day: new Date('2026-11-27'), owner: 'agent_gone', executions: 1, runMs: null, fuel: null, bytes: null },
    ],
  })
  const { days, total, rows } = await readCost({ db, clock }, { range: '14d' })
  expect(total).toMatchObject({ executions: 4, run_s: 2, computing_s: 1, host_calls: 6, bytes: 5, tokens: null })
  expect(rows).toMatchObject([
    { owner: { kind: 'profile', name: 'Digest' }, executions: 3, computing_s: 1, tokens: null },
    { owner: { kind: 'key', name: 'A deleted key' }, executions: 1, run_s: null, computing_s: null, bytes: null },
  ])
  expect(days).toHaveLength(14)
  expect(days[0]).toMatchObject({ day: '2026-11-14', executions: 1, bytes: null })
  expect(days[1]).toMatchObject({ day: '2026-11-15', executions: 0, bytes: 0 })
})

test('reads the days of the range by their index, and no execution, however many there are', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  await db.$executeRaw`
    insert into usage_days (day, owner, skill, executions, failed, unmeasured, run_ms, fuel, host_calls, bytes, tokens)
    select '2026-11-27'::date - d, 'prof_' || o, 'skill-' || s, 1000, 0, 0, 1, 1, 1, 1, 1
    from generate_series(0, 1000) d, generate_series(1, 5) o, generate_series(1, 4) s`
  await db.$executeRaw`analyze usage_days`
  const plan = await db.$queryRaw<{ 'QUERY PLAN': string }[]>`explain ${selectRows(new Date('2026-11-14'))}`
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(lines).toMatch(/Index (Only )?Scan .*usage_days_pkey|Bitmap Index Scan on usage_days_pkey/)
  expect(lines).not.toMatch(/on executions|Seq Scan/)
})

test('lists at most 100 profiles to limit: those with a limit, then those that cost the most, then the newest', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  await db.$executeRaw`
    insert into profiles (id, token_hash, sealed, key_id, description, hosts, created_at, locked_at)
    select 'prof_' || i, i, 's', 'k', 'Digest', '{}', now() + i * interval '1 hour', now() from generate_series(1, 150) i`
  await db.usageLimit.create({ data: { owner: 'prof_3', perDay: 5 } })
  const row = { day: new Date('2026-11-27'), skill: 'script', executions: 1, failed: 0, unmeasured: 0, fuel: 1n }
  await db.usageDay.createMany({ data: ['prof_2', 'prof_gone'].map((owner) => ({ ...row, owner })) })
  const { limits, limits_total: total } = await readCost({ db, clock }, { range: '14d' })
  expect(total).toBe(150)
  expect(limits).toHaveLength(100)
  expect(limits.slice(0, 4).map(({ owner, per_day: perDay }) => [owner.id, perDay])).toEqual([
    ['prof_3', 5],
    ['prof_2', null],
    ['prof_150', null],
    ['prof_149', null],
  ])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { costRanges } from '../../model/console-cost.ts'
import { readCost, selectRows } from './read-cost.ts'
import { sumUpUsage } from './usage-sums.ts'

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
  const days = Array.from({ length: 14 }, (_, at) => `2026-11-${14 + at}`)
  const statement = selectRows(days, [['prof_1', 'skill-1', null, 0]])
  const plan = await db.$queryRaw<{ 'QUERY PLAN': string }[]>`explain ${statement}`
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(lines).toMatch(/Index (Only )?Scan .*usage_days_pkey|Bitmap Index Scan on usage_days_pkey/)
  expect(lines).not.toMatch(/on executions|Seq Scan/)
})

const figure = fc.option(fc.nat({ max: 1000 }))
/** Days ago, owner, skill, and the figures of the row. */
const usage = fc.record({
  ago: fc.nat({ max: 100 }),
  owner: fc.constantFrom('', 'prof_1', 'agent_1'),
  skill: fc.constantFrom('script', 'flight-search'),
  executions: fc.integer({ min: 1, max: 9 }),
  failed: fc.nat({ max: 9 }),
  unmeasured: fc.nat({ max: 9 }),
  runMs: figure,
  fuel: figure,
  hostCalls: figure,
  bytes: figure,
  tokens: figure,
})
type UsageRow = { readonly ago: number } & Readonly<Record<'executions' | 'hostCalls' | 'bytes', number | null>>

test('the cost equals the sum of the rows, before and after past days are summed', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  const read = () => Promise.all(costRanges.map((range) => readCost({ db, clock }, { range })))
  const sumOf = (rows: readonly UsageRow[], of: 'executions' | 'hostCalls' | 'bytes') => {
    const known = rows.flatMap((row) => row[of] ?? [])
    return known.length === 0 && rows.length > 0 ? null : known.reduce((sum, one) => sum + one, 0)
  }
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(usage, { maxLength: 40, selector: ({ ago, owner, skill }) => `${ago} ${owner} ${skill}` }),
      async (rows) => {
        await db.$executeRaw`truncate usage_days, usage_sums`
        await db.usageDay.createMany({
          data: rows.map(({ ago, ...row }) => ({ ...row, day: new Date(now - ago * 86_400_000) })),
        })
        const before = await read()
        await sumUpUsage({ db, clock })
        expect(await read()).toEqual(before)
        for (const { days, total, rows: listed, rows_total: all } of before) {
          const within = rows.filter(({ ago }) => ago < days.length)
          expect(total).toMatchObject({
            executions: sumOf(within, 'executions'),
            host_calls: sumOf(within, 'hostCalls'),
            bytes: sumOf(within, 'bytes'),
          })
          expect(all).toBe(new Set(within.map(({ owner, skill }) => `${owner} ${skill}`)).size)
          expect(listed.reduce((sum, row) => sum + row.executions, 0)).toBe(total.executions)
        }
      },
    ),
    { numRuns: 20 },
  )
})

test('a deleted row stays in the sum of its day, and a row of the last two days is added to it', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  const row = { owner: '', skill: 'flight-search', executions: 1, failed: 0, unmeasured: 0 }
  const add = (day: string) => db.usageDay.create({ data: { ...row, day: new Date(day) } })
  const executions = async () => {
    await sumUpUsage({ db, clock })
    return (await readCost({ db, clock }, { range: '14d' })).total.executions
  }
  await add('2026-11-20')
  expect(await executions()).toBe(1)
  await add('2026-11-25')
  expect(await executions()).toBe(2)
  await db.usageDay.deleteMany()
  await add('2026-11-26')
  expect(await executions()).toBe(3)
})

test('a day with more rows than its sum lists keeps whole figures of those that are shown', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  await db.$executeRaw`
    insert into usage_days (day, owner, skill, executions, failed, unmeasured, fuel)
    select '2026-11-27'::date - d, 'prof_' || o, 'script', 1, 0, 0, case when o = 1 and d = 1 then 0 else o end
    from generate_series(0, 3) d, generate_series(1, 150) o`
  await db.$executeRaw`update usage_days set fuel = 1000 where owner = 'prof_1' and day = '2026-11-27'`
  await sumUpUsage({ db, clock })
  const { rows, rows_total, total } = await readCost({ db, clock }, { range: '7d' })
  expect(rows_total).toBeNull()
  expect(total.executions).toBe(600)
  expect(rows).toHaveLength(50)
  // Listed on one day only.
  expect(rows[0]).toMatchObject({ owner: { id: 'prof_1' }, executions: 4 })
  expect(rows[1]).toMatchObject({ owner: { id: 'prof_150' }, executions: 4 })
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

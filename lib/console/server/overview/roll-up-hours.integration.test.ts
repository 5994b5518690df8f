import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#lib/platform/server/db/testing.ts'
import { overviewRanges } from '../../model/console-overview.ts'
import { readOverview } from './read-overview.ts'
import { rollUpHours } from './roll-up-hours.ts'
import { quietPorts } from './testing/quiet-ports.ts'

const now = Date.parse('2026-11-20T14:32:00Z')
const clock = { now: () => now }
const minuteMs = 60_000

/** An execution: minutes ago, status, duration in ms and number of its profile (0: no profile). */
type Ran = readonly [number, 'success' | 'error' | 'suspended', number | null, number]

async function fill({ client: db }: TestDatabase, ran: readonly Ran[]): Promise<void> {
  await db.$executeRaw`
    insert into profiles (id, token_hash, sealed, key_id, description, hosts)
    select 'prof_' || i, i, 's', 'k', 'Profile ' || i, '{}' from generate_series(1, 3) i on conflict do nothing`
  const rows = ran.map(([ago, status, ms, profile], index) => {
    return { id: `exec_${index}`, at: new Date(now - ago * minuteMs).toISOString(), status, ms, profile }
  })
  await db.$executeRaw`
    insert into executions (id, skill, version, skill_digest, action, principal_id, source, trust, status, input,
      query_time_ms, started_at, instance_id)
    select id, case when profile > 0 then 'script' else 'flight-search' end, '1', 'd', 'a',
      case when profile > 0 then 'prof_' || profile else 'user_1' end, 'main', 'full', status::execution_status, '{}',
      ms, at, ''
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, at timestamptz, status text, ms int, profile int)`
  await db.$executeRaw`
    insert into script_executions (id, token_hash, profile_id, profile_version, language, "grant", cache_key, llm_wait_s,
      execution_ms)
    select id, id, principal_id, 1, 'javascript', '{}', 'c', 1, coalesce(query_time_ms, 0)
    from executions where skill = 'script'`
}

// Hours of UTC, hours that begin in the middle of those, and half an hour of summer time.
const zones = ['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe']

const overviews = async ({ client: db }: TestDatabase) => {
  const asked = zones.flatMap((time_zone) => overviewRanges.map((range) => ({ range, time_zone })))
  return Promise.all(
    asked.map(async (query) => {
      const { buckets, series, total } = await readOverview({ ...quietPorts, db, clock }, query)
      return { query, buckets, series, total }
    }),
  )
}

const daysInMinutes = 92 * 24 * 60
const execution = fc.tuple(
  fc.nat({ max: daysInMinutes }),
  fc.constantFrom('success' as const, 'error' as const, 'suspended' as const),
  fc.option(fc.nat({ max: 30_000 })),
  fc.nat({ max: 3 }),
)

test('stored hours and their executions give the same overview, in every time zone', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  let stored = 0
  await fc.assert(
    fc.asyncProperty(fc.array(execution, { minLength: 1, maxLength: 60 }), async (ran) => {
      await db.$executeRaw`truncate executions, execution_hours cascade`
      await fill(database, ran)
      const read = await overviews(database)
      await rollUpHours({ db, clock })
      stored += await db.executionHour.count()
      expect(await overviews(database)).toEqual(read)
    }),
    { numRuns: 6 },
  )
  expect(stored).toBeGreaterThan(0)
})

test('stores an hour when it is over and all of its executions have ended', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  await fill(database, [
    [300, 'success', 5, 0],
    [180, 'suspended', null, 1],
    [5, 'success', 5, 0],
  ])
  await rollUpHours({ db, clock })
  const hours = async () =>
    (await db.executionHour.findMany({ orderBy: { hour: 'asc' } })).map(({ hour }) => hour.getUTCHours())
  expect(await hours()).toEqual([9, 10, 12, 13])
  await db.execution.updateMany({ where: { status: 'suspended' }, data: { status: 'success' } })
  await rollUpHours({ db, clock })
  expect(await hours()).toEqual([9, 10, 11, 12, 13])
})

test('the totals still count a deleted execution', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  await fill(database, [[300, 'success', 5, 0]])
  await rollUpHours({ db, clock })
  await db.execution.deleteMany()
  const { total } = await readOverview({ ...quietPorts, db, clock }, { range: '14d', time_zone: 'UTC' })
  expect(total).toMatchObject({ executions: 1, p50_ms: 5 })
})

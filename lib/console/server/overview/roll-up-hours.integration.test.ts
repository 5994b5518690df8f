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
  const stored = { hours: 0, days: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(execution, { minLength: 1, maxLength: 60 }), async (ran) => {
      await db.$executeRaw`truncate executions, execution_hours, execution_days cascade`
      await fill(database, ran)
      const read = await overviews(database)
      await rollUpHours({ db, clock })
      stored.hours += await db.executionHour.count()
      stored.days += await db.executionDay.count()
      expect(await overviews(database)).toEqual(read)
    }),
    { numRuns: 6 },
  )
  expect(stored.hours).toBeGreaterThan(stored.days)
  expect(stored.days).toBeGreaterThan(0)
})

test('the sums equal a count of the rows, whatever profiles are added up', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  await fc.assert(
    fc.asyncProperty(fc.array(execution, { minLength: 1, maxLength: 60 }), async (ran) => {
      await db.$executeRaw`truncate executions, execution_hours, execution_days cascade`
      await fill(database, ran)
      await rollUpHours({ db, clock }, 1)
      for (const { query, buckets, series, total } of await overviews(database)) {
        const [{ from } = { from: '' }] = buckets
        const since = (now - Date.parse(from)) / minuteMs
        const rows = ran.filter(([ago]) => ago <= since)
        const failed = rows.filter(([, status]) => status === 'error')
        expect({ query, ...total }).toMatchObject({ query, executions: rows.length, failed: failed.length })
        const searches = rows.filter(([, , , profile]) => profile === 0)
        expect(series[0]).toMatchObject({ kind: 'searches', executions: searches.length })
        const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
        expect(sum(series.map(({ executions }) => executions))).toBe(rows.length)
        expect(sum(buckets.flatMap(({ counts }) => counts))).toBe(rows.length)
        expect(sum(buckets.map((bucket) => bucket.failed))).toBe(failed.length)
      }
    }),
    { numRuns: 6 },
  )
})

test('counts an hour when it is over, and again when an execution that was open has ended', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  await fill(database, [
    [300, 'success', 5, 0],
    [180, 'suspended', null, 1],
    [5, 'success', 5, 0],
  ])
  const counted = async () => {
    await rollUpHours({ db, clock })
    const hours = await db.executionHour.findMany({ where: { executions: { gt: 0 } }, orderBy: { hour: 'asc' } })
    return hours.map(({ hour, executions, failed, open }) => [hour.getUTCHours(), executions, failed, open])
  }
  expect(await counted()).toEqual([
    [9, 1, 0, 0],
    [11, 1, 0, 1],
  ])
  await db.execution.updateMany({ where: { status: 'suspended' }, data: { status: 'error' } })
  expect(await counted()).toEqual([
    [9, 1, 0, 0],
    [11, 1, 1, 0],
  ])
  expect(await db.executionHour.count()).toBe(14)
})

test('adds up a day again when one of its hours has changed', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  await fill(database, [[26 * 60, 'suspended', null, 1]])
  const read = async () => {
    await rollUpHours({ db, clock })
    return (await db.executionDay.findMany()).map(({ counts }) => counts)
  }
  expect(await read()).toEqual([[['prof_1', 1, 0, [[0, 1]]]]])
  await db.execution.updateMany({ data: { status: 'error' } })
  expect(await read()).toEqual([[['prof_1', 1, 1, [[0, 1]]]]])
})

test('counts an hour again that an earlier version counted, and reads it until then', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  await fill(database, [[300, 'success', 5, 0]])
  const hour = new Date('2026-11-20T09:00:00Z')
  await db.executionHour.create({ data: { hour, counts: [['', 1, 0, [[5, 1]]]] } })
  const { total } = await readOverview({ ...quietPorts, db, clock }, { range: '14d', time_zone: 'UTC' })
  expect(total.executions).toBe(1)
  await rollUpHours({ db, clock })
  expect(await db.executionHour.findUnique({ where: { hour } })).toMatchObject({ executions: 1, failed: 0 })
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

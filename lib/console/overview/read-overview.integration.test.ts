import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/db/testing.ts'
import { Overview } from '#lib/shared/console-overview.ts'
import { readOverview } from './read-overview.ts'

const now = Date.parse('2026-11-20T12:30:00Z')
const clock = { now: () => now }

test('an empty instance has counts of zero and nothing set up', async () => {
  await using database = await createTestDatabase()
  const overview = Overview.parse(await readOverview({ db: database.client, clock }, 'day'))
  expect(overview).toMatchObject({ total: 0, failed: 0, duration_ms: null, series: [], active_profiles: 0 })
  expect(overview.setup).toEqual({ has_credential: false, has_profile: false, has_script: false })
})

test('counts each execution of the span in its step and its series, and no older one', async () => {
  await using database = await createTestDatabase()
  const db = database.client
  for (let index = 1; index <= 6; index++) {
    await db.profile.create({
      data: {
        id: `prof_${index}`,
        tokenHash: `h${index}`,
        sealed: 's',
        keyId: 'k',
        description: `P${index}`,
        hosts: [],
        lockedAt: new Date(now),
      },
    })
  }
  const add = (principal: string, count: number, hoursAgo: number, status = 'success') => db.$executeRaw`
    insert into executions (id, skill, version, skill_digest, action, principal_id, source, trust, status, input,
      query_time_ms, started_at, instance_id)
    select 'exec_' || gen_random_uuid(), 's', '1', 'd', 'a', ${principal}, 'public', 'network',
      ${status}::execution_status, '{}', 100, ${new Date(now - hoursAgo * 3_600_000)}, 'i'
    from generate_series(1, ${count}::int)`
  for (let index = 1; index <= 6; index++) await add(`prof_${index}`, 10 * index, 0)
  await add('user_1', 5, 3, 'error')
  await add('user_1', 7, 30)
  const day = await readOverview({ db, clock }, 'day')
  expect(day.steps).toHaveLength(24)
  expect(day.steps.at(-1)).toBe('2026-11-20T12:00:00.000Z')
  expect(day.series.map(({ name, counts }) => [name, counts.reduce((a, b) => a + b)])).toEqual([
    ['P6', 60],
    ['P5', 50],
    ['P4', 40],
    ['P3', 30],
    ['Travelers and skills', 5],
    ['Other profiles', 30],
  ])
  expect(day.series.find(({ id }) => id === 'travelers')?.counts.at(-4)).toBe(5)
  expect(day).toMatchObject({ total: 215, failed: 5, duration_ms: { p50: 100, p99: 100 }, active_profiles: 6 })
  expect((await readOverview({ db, clock }, 'week')).total).toBe(222)
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { mostCounted } from '../../model/console-executions.ts'
import { rollUpHours } from '../overview/roll-up-hours.ts'
import { countBars } from './count-bars.ts'
import { exportExecutions } from './export-executions.ts'
import { countStates, latestOf, listExecutions, matchesOf } from './list-executions.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
afterAll(() => database[Symbol.asyncDispose]())

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.client
  await db.profile.create({
    data: { id: 'prof_1', tokenHash: 'h', sealed: 's', keyId: 'k', description: 'Weekly report', hosts: [] },
  })
  await db.script.create({
    data: { digest: 'd2', language: 'javascript', text: 'fetch("https://api.example.com/rates")' },
  })
  await db.$executeRaw`
    insert into executions (id, skill, version, skill_digest, action, principal_id, source, trust, status, error_code,
      input, started_at, instance_id)
    select 'exec_' || id, skill, '1.0.0', digest, 'search', principal, 'public', 'network', status::execution_status,
      code, input::jsonb, now(), 'inst'
    from (values
      ('A000000000000000000001', 'flight-search', 'd1', 'user_1', 'success', null, '{"params":{"origin":"SEA","destination":"NRT","date":"2027-01-06"}}'),
      ('A000000000000000000002', 'script', 'd2', 'prof_1', 'error', 'CANCELLED', '{}'),
      ('Z000000000000000000003', 'flight-search', 'd1', 'user_2', 'error', 'TIMEOUT', '{"params":{"origin":"LIS","destination":"NRT","date":"2027-02-06"}}'),
      ('z000000000000000000004', 'script', 'd5', 'prof_2', 'running', null, '{}')
    ) as row(id, skill, digest, principal, status, code, input)`
})

async function found(text: string): Promise<string[]> {
  const page = await listExecutions({ db: database.client }, { text })
  if (!page.ok) throw new Error(page.error.message)
  return page.value.executions.map(({ id }) => id.slice(-1)).sort()
}

test('finds executions by the beginning of the id, the request, the script, the skill and the profile', async () => {
  expect(await found('exec_A0000')).toEqual(['1', '2'])
  expect(await found(' exec_z000000000000000000004 ')).toEqual(['4'])
  expect(await found('exec_Z')).toEqual(['3'])
  expect(await found('nrt 2027-01-06')).toEqual(['1'])
  expect(await found('nr')).toEqual(['1', '3'])
  expect(await found('api.example.com')).toEqual(['2'])
  expect(await found('weekly rep')).toEqual(['2'])
  expect(await found('script')).toEqual(['2', '4'])
  expect(await found('sea lis')).toEqual([])
})

test('counts the found executions in each state', async () => {
  const counts = await countStates({ db: database.client }, { text: 'nrt' })
  expect(counts).toEqual({
    counted: 'all',
    states: { pending: 0, running: 0, waiting: 0, completed: 1, failed: 1, cancelled: 0 },
  })
  expect(await countStates({ db: database.client }, { skill: 'script' })).toMatchObject({
    states: { running: 1, cancelled: 1 },
  })
})

test('reads any text as words, never as an expression', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: fc.constantFrom(..."ab'\\&|!():*<-> \0%_\u00e9") }), async (text) => {
      expect(await found(text)).toBeInstanceOf(Array)
    }),
    { numRuns: 60 },
  )
})

test('an index finds what each part of a search needs', async () => {
  const db = database.client
  const indexes = { nrt: ['executions_words', 'scripts_words', 'executions_skill_digest'], exec_A: ['executions_pkey'] }
  for (const [text, names] of Object.entries(indexes)) {
    const statement = latestOf(await matchesOf(db, { text }), { count: 50 })
    const plan = await db.$transaction(async (tx) => {
      // Few rows are read faster without these indexes.
      await tx.$executeRaw`set local enable_seqscan = off`
      await tx.$executeRaw`set local enable_indexscan = off`
      return tx.$queryRaw<unknown[]>`explain ${statement}`
    })
    for (const name of names) expect(JSON.stringify(plan)).toContain(`Index Scan on ${name}`)
  }
})

const minutesSince = (time: string) => Math.floor((Date.now() - Date.parse(time)) / 60_000)

/** An execution each minute, the latest a minute ago. The words of an execution depend on its number. */
async function withMany(count: number) {
  const database = await createTestDatabase()
  const { client: db } = database
  await db.$executeRaw`
    insert into executions (id, skill, version, skill_digest, action, principal_id, source, trust, status, error_code,
      input, started_at, instance_id)
    select 'exec_' || lpad(i::text, 22, '0'), 'flight-search', '1', 'd', 'search', 'user_1', 'public', 'network',
      case when i % 1000 = 0 then 'error' else 'success' end::execution_status, null,
      jsonb_build_object('params', jsonb_build_object('origin', 'SEA', 'date', case when i % 1000 = 0 then 'rare' end,
        'time', case when i > 5000 then 'old' end)),
      now() - i * interval '1 minute', 'inst'
    from generate_series(1, ${count}::int) i`
  return database
}

test('the latest executions are found however frequent their words are, page after page', async () => {
  // More than are searched at first, and more old ones than an index of rare words may find.
  await using database = await withMany(7600)
  const { client: db } = database
  const idsOf = async (text: string, after?: string) => {
    const page = await listExecutions({ db }, { text, ...(after === undefined ? {} : { after }) })
    if (!page.ok) throw new Error(page.error.message)
    return { ids: page.value.executions.map(({ id }) => Number(id.slice(5))), next: page.value.next ?? undefined }
  }
  const from = (first: number) => Array.from({ length: 50 }, (_, at) => first + at)
  const first = await idsOf('sea')
  expect(first.ids).toEqual(from(1))
  expect((await idsOf('sea', first.next)).ids).toEqual(from(51))
  expect((await idsOf('rare')).ids).toEqual([1000, 2000, 3000, 4000, 5000, 6000, 7000])
  const old = await idsOf('old')
  expect(old.ids).toEqual(from(5001))
  expect((await idsOf('old', old.next)).ids).toEqual(from(5051))
})

test('rare words are counted in all executions, and frequent ones in the latest only, which the answers say', async () => {
  await using database = await withMany(7600)
  const { client: db } = database
  expect(await countStates({ db }, { text: 'sea' })).toMatchObject({
    counted: 'newest',
    states: { completed: mostCounted + 1, failed: 5 },
  })
  expect(await countStates({ db }, { text: 'rare' })).toMatchObject({ counted: 'all', states: { failed: 7 } })
  const since = new Date(Date.now() - 90 * 86_400_000).toISOString()
  const chart = async (query: { text?: string; skill?: string }, most?: number) => {
    const { bars, counted, from } = await countBars({ db }, { since, ...query }, Date.now(), most)
    const sum = (of: 'executions' | 'failed') => bars.reduce((total, bar) => total + bar[of], 0)
    return { counted, executions: sum('executions'), failed: sum('failed'), minutes: minutesSince(from) }
  }
  const whole = 90 * 24 * 60
  expect(await chart({})).toEqual({ counted: 'all', executions: 7600, failed: 7, minutes: whole })
  expect(await chart({ text: 'rare' })).toEqual({ counted: 'all', executions: 7, failed: 7, minutes: whole })
  // The chart begins where it counts all.
  expect(await chart({ text: 'sea' })).toEqual({ counted: 'newest', executions: 5000, failed: 5, minutes: 5000 })
  expect(await chart({ skill: 'flight-search' }, 2500)).toEqual({
    counted: 'newest',
    executions: 2501,
    failed: 2,
    minutes: 2501,
  })
  expect(await chart({ text: 'old' })).toEqual({ counted: 'newest', executions: 0, failed: 0, minutes: 5000 })
})

/** Minutes ago. Often in the first days, so that an hour has several. */
const ago = fc.oneof(fc.nat({ max: 36 * 60 }), fc.nat({ max: 20 * 24 * 60 }))

test('a long chart without another filter equals a count of the rows, also of hours that are not stored', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  const now = Date.parse('2026-11-20T14:32:00Z')
  await fc.assert(
    fc.asyncProperty(
      fc.array(ago, { minLength: 30, maxLength: 60, size: 'max' }),
      ago,
      fc.nat(5),
      async (ran, since, unstored) => {
        await db.$executeRaw`truncate executions, execution_hours, execution_days cascade`
        const at = (minutes: number) => new Date(now - minutes * 60_000)
        await db.execution.createMany({
          data: ran.map((minutes, index) => ({
            ...{ id: `exec_${index}`, skill: 's', version: '1', skillDigest: 'd', action: 'a', principalId: 'user_1' },
            ...{ source: 'main', trust: 'full', input: {}, instanceId: '', startedAt: at(minutes) },
            status: index % 2 === 0 ? 'success' : 'error',
          })),
        })
        await rollUpHours({ db, clock: { now: () => now } })
        await db.executionHour.deleteMany({ where: { hour: { gt: at(unstored * 60) } } })
        const { bars, from, to, counted } = await countBars({ db }, { since: at(since).toISOString() }, now, 1)
        const found = ran.flatMap((minutes, index) => (minutes <= since ? [{ at: at(minutes).getTime(), index }] : []))
        if (found.length < 2) return
        const width = (Date.parse(to) - Date.parse(from)) / bars.length
        expect(counted).toBe('all')
        expect(width % 3_600_000).toBe(0)
        expect(bars.length).toBeLessThanOrEqual(48)
        const within = bars.map((_, bar) =>
          found.filter((one) => Math.floor((one.at - Date.parse(from)) / width) === bar),
        )
        expect(bars).toEqual(
          within.map((each) => ({
            executions: each.length,
            failed: each.filter(({ index }) => index % 2 === 1).length,
          })),
        )
      },
    ),
    { numRuns: 20 },
  )
})

async function piecesOf(exported: AsyncIterable<string>): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of exported) pieces.push(piece)
  return pieces
}

test('an export has all found executions with the data of the list, a formula as a text, and stops when it is left', async () => {
  const db = database.client
  await db.profile.update({ where: { id: 'prof_1' }, data: { description: '=HYPERLINK("https://evil.example")' } })
  const { signal } = new AbortController()
  const lines = async (format: 'csv' | 'json', query: object) =>
    (await piecesOf(exportExecutions({ db }, { format, ...query }, signal))).join('')
  const csv = (await lines('csv', { text: 'api.example.com' })).split('\r\n')
  expect(csv).toHaveLength(3)
  expect(csv[1]).toContain('exec_A000000000000000000002,cancelled,CANCELLED,script,1.0.0,Script,profile,"\'=HYPERLINK(')
  expect(JSON.parse(await lines('json', { text: 'nrt' }))).toHaveLength(2)
  expect(JSON.parse(await lines('json', { text: 'nothing' }))).toEqual([])
  expect(await lines('json', { text: 'nrt' })).not.toContain('user_')
  expect(await piecesOf(exportExecutions({ db }, { format: 'json' }, AbortSignal.abort()))).toEqual(['[]\n'])
})

test('the bars count the executions of the chosen time, each once', async () => {
  const now = Date.now() + 60_000
  const { bars, from, to } = await countBars({ db: database.client }, {}, now)
  expect([from, to]).toEqual([new Date(now - 86_400_000).toISOString(), new Date(now).toISOString()])
  expect(bars.at(-1)).toEqual({ executions: 4, failed: 1 })
  const before = await countBars({ db: database.client }, { before: new Date(now - 3_600_000).toISOString() }, now)
  expect(before.bars.every(({ executions }) => executions === 0)).toBe(true)
})

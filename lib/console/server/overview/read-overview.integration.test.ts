import { expect, test } from 'vitest'
import { emptyTestDatabase, type TestDatabase } from '#lib/platform/server/db/testing.ts'
import { ConsoleCounts, ConsoleOverview, taskKinds } from '../../model/console-overview.ts'
import { readCounts } from '../read-counts.ts'
import { readOverview } from './read-overview.ts'
import { quietPorts } from './testing/quiet-ports.ts'

const now = Date.parse('2026-11-20T14:32:00Z')
const clock = { now: () => now }
const noTasks = Object.fromEntries(taskKinds.map((kind) => [kind, 0]))
const ago = (days: number) => new Date(now - days * 24 * 60 * 60_000)
const query = { range: '14d', time_zone: 'UTC' } as const

async function addProfile({ client: db }: TestDatabase, id: string, more: object = {}) {
  const row = { id, tokenHash: `hash of ${id}`, sealed: 'sealed', keyId: 'key', description: `About ${id}` }
  await db.profile.create({ data: { ...row, createdAt: ago(20), lockedAt: ago(19), ...more } })
}

type Row = { status: 'success' | 'error' | 'running' | 'pending' | 'suspended'; at: Date; ms?: number; code?: string }
let rows = 0

async function addExecution({ client: db }: TestDatabase, profile: string | null, { status, at, ms, code }: Row) {
  const id = `exec_${++rows}`
  await db.execution.create({
    data: {
      id,
      skill: profile === null ? 'flight-search' : 'script',
      version: '1.0.0',
      skillDigest: 'digest',
      action: 'search_flights',
      principalId: profile ?? 'user_1',
      source: 'main',
      trust: 'full',
      status,
      input: {},
      instanceId: '',
      startedAt: at,
      errorCode: code ?? null,
      queryTimeMs: ms ?? null,
    },
  })
  if (profile === null) return
  const about = { tokenHash: `hash of ${id}`, profileVersion: 1, language: 'javascript', grant: {}, cacheKey: id }
  const llmDeadline = status === 'suspended' ? new Date(now + 4 * 60 * 60_000) : null
  await db.scriptExecution.create({
    data: { id, profileId: profile, ...about, llmWaitS: 24 * 60 * 60, llmDeadline, executionMs: ms ?? 0 },
  })
}

test('a new instance shows zeros and the missing setup steps', async () => {
  await using database = await emptyTestDatabase()
  const overview = await readOverview({ ...quietPorts, db: database.client, clock }, query)
  expect(ConsoleOverview.parse(overview)).toEqual(overview)
  expect(overview.setup).toEqual({ has_credential: false, has_profile: false, has_script: false })
  expect(overview.total).toEqual({ executions: 0, failed: 0, p50_ms: null, p95_ms: null })
  expect(overview.buckets).toHaveLength(14)
})

test('counts executions by day and profile, and does not count a cancelled one as failed', async () => {
  await using database = await emptyTestDatabase()
  await addProfile(database, 'prof_a')
  await addExecution(database, null, { status: 'success', at: ago(0), ms: 100 })
  await addExecution(database, null, { status: 'error', at: ago(1), ms: 300, code: 'API_TIMEOUT' })
  await addExecution(database, null, { status: 'error', at: ago(1), ms: 10, code: 'CANCELLED' })
  await addExecution(database, 'prof_a', { status: 'success', at: ago(13), ms: 40 })
  await addExecution(database, 'prof_a', { status: 'success', at: ago(15), ms: 40 })
  const { buckets, series, total, failures } = await readOverview({ ...quietPorts, db: database.client, clock }, query)
  expect(series).toMatchObject([
    { kind: 'searches', executions: 3, failed: 1, p50_ms: 100, p95_ms: 300 },
    { kind: 'profile', id: 'prof_a', name: 'About prof_a', executions: 1, failed: 0, p50_ms: 40 },
  ])
  expect(total).toMatchObject({ executions: 4, failed: 1, p95_ms: 300 })
  expect(buckets.map(({ counts }) => counts)).toEqual([[0, 1], ...Array(11).fill([0, 0]), [2, 0], [1, 0]])
  expect(buckets.at(-2)?.failed).toBe(1)
  expect(failures).toMatchObject([{ code: 'API_TIMEOUT', about: 'flight-search 1.0.0' }])
})

test('shows 24 hours until the first execution is two days old, then 14 days', async () => {
  await using database = await emptyTestDatabase()
  const usual = () => readOverview({ ...quietPorts, db: database.client, clock }, { time_zone: 'UTC' })
  await addExecution(database, null, { status: 'success', at: ago(1.9) })
  expect(await usual()).toMatchObject({ range: '24h', total: { executions: 0 } })
  await addExecution(database, null, { status: 'success', at: ago(2.1) })
  expect(await usual()).toMatchObject({ range: '14d', total: { executions: 2 } })
})

test('the side bar counts what its pages list, and only profiles in force', async () => {
  await using database = await emptyTestDatabase()
  await addProfile(database, 'prof_a')
  await addProfile(database, 'prof_b', { revokedAt: ago(1) })
  await addProfile(database, 'prof_c', { expiresAt: ago(1) })
  await addExecution(database, null, { status: 'success', at: ago(2) })
  await addExecution(database, null, { status: 'running', at: ago(0) })
  await addExecution(database, 'prof_a', { status: 'pending', at: ago(0.5) })
  const counted = await readCounts({ ...quietPorts, db: database.client, clock })
  expect(ConsoleCounts.parse(counted)).toEqual({
    tasks: 0,
    executions: 2,
    running: 1,
    queued: 1,
    skills: 0,
    profiles: 1,
    credentials: 0,
    agent_keys: 0,
    messages: 0,
  })
})

test('lists each failure that it counts, even one without a code', async () => {
  await using database = await emptyTestDatabase()
  await addExecution(database, null, { status: 'error', at: ago(1) })
  await addExecution(database, null, { status: 'error', at: ago(1), code: 'CANCELLED' })
  const { total, failures } = await readOverview({ ...quietPorts, db: database.client, clock }, query)
  expect(total.failed).toBe(1)
  expect(failures).toMatchObject([{ code: 'INTERNAL' }])
})

test('combines all profiles except the five busiest', async () => {
  await using database = await emptyTestDatabase()
  for (const [index, id] of ['prof_a', 'prof_b', 'prof_c', 'prof_d', 'prof_e', 'prof_f', 'prof_g'].entries()) {
    await addProfile(database, id)
    for (let count = index; count >= 0; count -= 1) {
      await addExecution(database, id, { status: 'success', at: ago(0), ms: 1 })
    }
  }
  const { buckets, series } = await readOverview({ ...quietPorts, db: database.client, clock }, query)
  expect(series.map(({ id }) => id)).toEqual(['', 'prof_g', 'prof_f', 'prof_e', 'prof_d', 'prof_c', ''])
  expect(series.at(-1)).toMatchObject({ kind: 'others', name: '2 other profiles', executions: 3 })
  expect(buckets.at(-1)?.counts).toEqual([0, 7, 6, 5, 4, 3, 3])
})

test('counts queued executions and model waits, and lists profiles, proposals and credentials to act on', async () => {
  await using database = await emptyTestDatabase()
  const { client: db } = database
  await addProfile(database, 'prof_a')
  await addProfile(database, 'prof_new', { lockedAt: null, keys: { create: [{ name: 'ONE' }, { name: 'TWO' }] } })
  await addProfile(database, 'prof_old', { expiresAt: ago(1) })
  await addProfile(database, 'prof_gone', { lockedAt: null, revokedAt: ago(1) })
  await db.credential.create({ data: { id: 'cred_1', name: 'ONE', sealed: 'sealed', expiresAt: new Date(now + 1000) } })
  await db.credential.create({ data: { id: 'cred_2', name: 'LATER', expiresAt: ago(-30) } })
  const proposal = { profileId: 'prof_a', host: 'api.example.com', description: '' }
  await db.proposal.create({ data: { id: 'prop_1', ...proposal, expiresAt: ago(-3) } })
  await db.proposal.create({ data: { id: 'prop_2', ...proposal, expiresAt: ago(1) } })
  await addExecution(database, 'prof_a', { status: 'pending', at: ago(0) })
  await addExecution(database, 'prof_a', { status: 'running', at: ago(0) })
  await addExecution(database, 'prof_a', { status: 'suspended', at: ago(0) })
  const { queue, llm, profiles, tasks, setup } = await readOverview({ ...quietPorts, db, clock }, query)
  expect(queue).toEqual({ pending: 1, running: 1 })
  expect(llm).toEqual({
    waiting: 1,
    counted: 'all',
    oldest_since: '2026-11-19T18:32:00.000Z',
    by_profile: [{ id: 'prof_a', name: 'About prof_a', waiting: 1 }],
  })
  expect(profiles).toEqual({ locked: 1, unlocked: 1, expired: 1 })
  expect(tasks).toEqual([
    { kind: 'profile', profile_id: 'prof_new', name: 'About prof_new', missing: 1 },
    expect.objectContaining({ kind: 'proposal', asks_for: 'host', asked: 'api.example.com' }),
    expect.objectContaining({ kind: 'credential', name: 'ONE' }),
  ])
  expect(setup).toEqual({ has_credential: true, has_profile: true, has_script: true })
})

test('names approved skills that do not run as one task, before the others, with the number of problems', async () => {
  await using database = await emptyTestDatabase()
  await addProfile(database, 'prof_new', { lockedAt: null })
  const problem = {
    file: 'skills/x/skill.yaml',
    line: 1,
    column: 1,
    path: 'name',
    message: 'is missing',
    remedy: 'add it',
  }
  const failing = { ...quietPorts.skills, problems: async () => [problem, problem] }
  const { tasks, tasks_total } = await readOverview(
    { ...quietPorts, db: database.client, clock, skills: failing },
    query,
  )
  expect(tasks.map(({ kind }) => kind)).toEqual(['skills', 'profile'])
  expect(tasks[0]).toEqual({ kind: 'skills', problems: 2 })
  expect(tasks_total).toEqual({ ...noTasks, skills: 1, profile: 1 })
})

test('lists a credential before it expires even while older ones are expired, and counts the tasks that it leaves out', async () => {
  await using database = await emptyTestDatabase()
  const { client: db } = database
  const expiries = [ago(-1 / 24), ...[400, 30, 20, 10, 0].map(ago)]
  await db.credential.createMany({
    data: expiries.map((expiresAt, index) => ({ id: `cred_${index}`, name: `KEY_${index}`, expiresAt })),
  })
  const { tasks, tasks_total } = await readOverview({ ...quietPorts, db, clock }, query)
  expect(tasks.map((task) => task.kind === 'credential' && task.name)).toEqual([
    'KEY_0',
    'KEY_5',
    'KEY_4',
    'KEY_3',
    'KEY_2',
  ])
  expect(tasks_total).toEqual({ ...noTasks, credential: 6 })
})

test('asks the operator for the keys of locked profiles that have lost their credential', async () => {
  await using database = await emptyTestDatabase()
  const { client: db } = database
  const stored = (id: string, more: object = {}) =>
    db.credential.create({ data: { id, name: `KEY_OF_${id.toUpperCase()}`, hosts: [], sealed: 'sealed', ...more } })
  await stored('good')
  await stored('expired', { expiresAt: ago(1) })
  await stored('emptied', { sealed: null })
  const key = (credentialId: string) => ({ name: `KEY_OF_${credentialId.toUpperCase()}`, credentialId })
  const keys = (...ids: string[]) => ({ keys: { create: ids.map(key) } })
  await addProfile(database, 'prof_good', keys('good'))
  await addProfile(database, 'prof_lost', { ...keys('good', 'expired', 'emptied', 'deleted'), createdAt: ago(3) })
  await addProfile(database, 'prof_revoked', { ...keys('deleted'), revokedAt: ago(1) })
  await addProfile(database, 'prof_ended', { ...keys('deleted'), expiresAt: ago(1) })
  const { tasks, tasks_total } = await readOverview({ ...quietPorts, db, clock }, query)
  expect(tasks.filter(({ kind }) => kind === 'profile')).toEqual([
    { kind: 'profile', profile_id: 'prof_lost', name: 'About prof_lost', missing: 3 },
  ])
  expect(tasks_total.profile).toBe(1)
})

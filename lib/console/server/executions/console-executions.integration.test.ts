import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import type { ExecutionId } from '#runner/contract/ids.ts'
import { ExecutionDetail, ExecutionPage, ExecutionQuery } from '../../model/console-executions.ts'
import { listExecutions } from './list-executions.ts'
import { readExecution } from './read-execution.ts'

const idOf = (index: number) => `exec_${String(index).padStart(22, '0')}` as ExecutionId

async function openConsole() {
  const database = await createTestDatabase()
  const db = database.client
  const answers = { get: async () => new Map() }
  await db.profile.create({
    data: { id: 'prof_1', tokenHash: 'h', sealed: 's', keyId: 'k', description: 'Reports', hosts: [] },
  })
  return { db, answers, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}
type World = Awaited<ReturnType<typeof openConsole>>

/** Executions at one-minute steps; every second one is a script of the profile. */
async function seed({ db }: World, count: number): Promise<void> {
  await db.$executeRaw`
    insert into executions (id, skill, version, skill_digest, action, principal_id, source, trust, status, error_code,
      input, data, fuel_used, query_time_ms, started_at, finished_at, instance_id, replay)
    select 'exec_' || lpad(i::text, 22, '0'), case when i % 2 = 0 then 'script' else 'flight-search' end, '1.0.0', 'd',
      'search', case when i % 2 = 0 then 'prof_1' else 'user_1' end, 'public', 'network',
      (case when i % 10 = 0 then 'error' else 'success' end)::execution_status,
      case when i % 10 = 0 then 'OUT_OF_FUEL' end,
      '{"params":{"origin":"SEA","destination":"NRT","date":"2027-01-06"}}', 'sample', 2000000, 12,
      timestamptz '2026-01-01' + i * interval '1 minute', timestamptz '2026-01-01' + i * interval '1 minute', 'inst',
      '{"limits":{"fuel":5}}'
    from generate_series(1, ${count}::int) i`
  await db.$executeRaw`
    insert into script_executions (id, token_hash, profile_id, profile_version, language, "grant", cache_key, llm_wait_s)
    select id, id, 'prof_1', 1, 'javascript', '{}', 'c', 1 from executions where skill = 'script'`
}

async function allIds(world: World, query: object = {}): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page = await listExecutions(world, { ...query, ...(after === undefined ? {} : { after }) })
    if (!page.ok) throw new Error(page.error.message)
    const { executions, next } = ExecutionPage.parse(page.value)
    ids.push(...executions.map(({ id }) => id))
    after = next
  }
  return ids
}

test('the pages contain each execution once, the latest first', async () => {
  await using world = await openConsole()
  await seed(world, 130)
  expect(await allIds(world)).toEqual(Array.from({ length: 130 }, (_, index) => idOf(130 - index)))
})

test('combines the filters by profile, skill, status and days', async () => {
  await using world = await openConsole()
  await seed(world, 3000)
  expect(await allIds(world, { profile: 'prof_1' })).toHaveLength(1500)
  const ofSkill = await listExecutions(world, { skill: 'flight-search' })
  expect(ofSkill.ok && ofSkill.value.executions.map(({ id }) => id)).toEqual(
    Array.from({ length: 50 }, (_, index) => idOf(2999 - 2 * index)),
  )
  expect(await allIds(world, { state: 'failed' })).toHaveLength(300)
  // Execution n starts n minutes after midnight, so 1 January has executions 1 to 1439. Every tenth failed.
  expect(await allIds(world, { to: '2026-01-01', state: 'failed' })).toHaveLength(143)
  expect(await allIds(world, { from: '2026-01-02', to: '2026-01-02', state: 'failed' })).toHaveLength(144)
  // In Auckland, the day begins at 11:00 UTC of the day before.
  const inAuckland = { from: '2026-01-02', to: '2026-01-02', time_zone: 'Pacific/Auckland', state: 'failed' }
  const [latest, ...rest] = await allIds(world, inAuckland)
  expect([latest, rest.length, rest.at(-1)]).toEqual([idOf(2090), 143, idOf(660)])
  expect(await allIds(world, { profile: 'prof_1', skill: 'flight-search' })).toEqual([])
})

test('a cancelled execution does not count as failed: the filters list it only as cancelled', async () => {
  await using world = await openConsole()
  await seed(world, 30)
  await world.db.execution.update({ where: { id: idOf(10) }, data: { errorCode: 'CANCELLED' } })
  await world.db.execution.update({ where: { id: idOf(20) }, data: { errorCode: null } })
  expect(await allIds(world, { state: 'failed' })).toEqual([idOf(30), idOf(20)])
  expect(await allIds(world, { state: 'cancelled' })).toEqual([idOf(10)])
  const found = await readExecution(world, idOf(10))
  const detail = ExecutionDetail.parse(found.ok ? found.value : undefined)
  expect(detail).toMatchObject({ state: 'cancelled', error_code: 'CANCELLED', can_cancel: false })
})

test('rejects a cursor that no page returned, and names the field', async () => {
  await using world = await openConsole()
  for (const after of ['x', '1.exec_1; drop table', "1.exec_'", '999999999999999.exec_1']) {
    expect(await listExecutions(world, { after })).toMatchObject({
      ok: false,
      error: { details: { after: expect.any(String) } },
    })
  }
})

test('a row shows the request, its profile, the state and the remaining fuel', async () => {
  await using world = await openConsole()
  await seed(world, 10)
  const page = await listExecutions(world, {})
  expect(page.ok && page.value.executions.slice(0, 2)).toMatchObject([
    {
      state: 'failed',
      error_code: 'OUT_OF_FUEL',
      skill: 'script',
      summary: 'Script',
      by: { actor: { kind: 'profile', id: 'prof_1' }, name: 'Reports' },
      fuel_left: 3,
      fuel_limit: 5,
    },
    { state: 'completed', error_code: null, summary: 'SEA to NRT, 2027-01-06', by: { name: null }, data: 'sample' },
  ])
})

test('a row shows who asked: an agent by the name of its key, also of a revoked one, and people by their kind only', async () => {
  await using world = await openConsole()
  await seed(world, 7)
  const { db } = world
  const key = { slug: 'voice', keyHash: 'k', skills: [], source: 'main', createdBy: 'main', revokedAt: new Date() }
  await db.agentKey.create({ data: { id: 'agent_1', ...key } })
  await db.user.create({ data: { id: 'user_1', email: 'mila@example.com', name: 'Mila' } })
  const asked = async (index: number, data: object) => db.execution.update({ where: { id: idOf(index) }, data })
  await asked(7, { principalId: 'agent_1', source: 'main', actor: 'agent_key:agent_1' })
  await asked(5, { actor: 'schedule:user_1' })
  await asked(3, { principalId: 'main', source: 'main', actor: 'command' })
  const page = await listExecutions(world, { skill: 'flight-search' })
  expect(page.ok && page.value.executions.map(({ by: { actor, name } }) => [actor?.kind, name])).toEqual([
    ['agent_key', 'voice'],
    ['schedule', null],
    ['command', null],
    // An execution of an earlier version.
    ['guest', null],
  ])
  expect(JSON.stringify(page)).not.toContain('user_1')
})

test('the detail shows the journal in order, refused calls, and the exchange with the model', async () => {
  await using world = await openConsole()
  await seed(world, 2)
  const { db } = world
  const call = (seq: number, op: string, args: object, result: object) => ({
    executionId: idOf(2),
    seq,
    op,
    args,
    result,
    fuelLeft: 4_000_000n,
    durationMs: 1.5,
  })
  await db.journalEntry.createMany({
    data: [
      call(1, 'secrets.get', { name: 'API_KEY' }, { kind: 'value', value: 'placeholder' }),
      call(
        2,
        'fetch',
        { url: 'https://api.example.com/v1?q=1', method: 'POST' },
        { kind: 'value', value: { status: 201, url: '', headers: [] } },
      ),
      call(3, 'llm.complete', { prompt: 'Sum up', model: 'default' }, { kind: 'value', value: 'Short' }),
      call(4, 'fetch', { url: 'https://evil.example.com/' }, { kind: 'ended', code: 'EGRESS_BLOCKED' }),
    ],
  })
  const found = await readExecution(world, idOf(2))
  const detail = ExecutionDetail.parse(found.ok ? found.value : undefined)
  expect(
    detail.journal.map(({ title, outcome, status, result }) => [title, outcome, String(status ?? result)]),
  ).toEqual([
    ['API_KEY', 'done', ''],
    ['POST api.example.com', 'done', '201'],
    ["The agent's model", 'done', ''],
    ['GET evil.example.com', 'refused', 'EGRESS_BLOCKED'],
  ])
  expect(detail.llm).toEqual([
    {
      seq: 3,
      model: 'default',
      prompt: { text: 'Sum up', length: 6 },
      response: { text: 'Short', length: 5 },
      no_response: null,
    },
  ])
  expect(JSON.stringify(detail)).not.toContain('token_hash')
  expect(await readExecution(world, idOf(3))).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
})

const awaitedCall = (executionId: string, seq: number) => ({
  executionId,
  seq,
  op: 'llm.complete',
  args: { prompt: `Question ${seq}`, model: 'default' },
  result: { kind: 'awaited' },
  fuelLeft: 4_000_000n,
  durationMs: 1,
})

test('an execution that ended while it waited for the model shows that no answer came', async () => {
  await using world = await openConsole()
  await seed(world, 10)
  await world.db.journalEntry.createMany({ data: [awaitedCall(idOf(10), 0)] })
  const read = async () => {
    const found = await readExecution(world, idOf(10))
    const { journal, llm } = ExecutionDetail.parse(found.ok ? found.value : undefined)
    return [journal[0]?.outcome, journal[0]?.note, llm[0]?.no_response]
  }
  await world.db.execution.update({ where: { id: idOf(10) }, data: { status: 'suspended', errorCode: null } })
  expect(await read()).toEqual(['waiting', 'It has not answered yet.', 'There is no response yet.'])
  await world.db.execution.update({ where: { id: idOf(10) }, data: { status: 'error', errorCode: 'TIMEOUT' } })
  expect(await read()).toEqual(['failed', 'It did not answer before the execution ended.', 'There was no response.'])
})

test('says that a response is no longer stored, not that there was no response', async () => {
  await using world = await openConsole()
  await seed(world, 10)
  const result = { kind: 'stored', hash: 'a'.repeat(64), bytes: 9000 }
  await world.db.journalEntry.createMany({ data: [{ ...awaitedCall(idOf(10), 0), result }] })
  const found = await readExecution(world, idOf(10))
  const { llm } = ExecutionDetail.parse(found.ok ? found.value : undefined)
  expect(llm).toMatchObject([{ response: null, no_response: 'The response is no longer stored.' }])
})

test('the detail has the latest 20 exchanges with the model, however many there are', async () => {
  await using world = await openConsole()
  await seed(world, 10)
  const result = { kind: 'value', value: 'Short' }
  const data = Array.from({ length: 300 }, (_, seq) => ({ ...awaitedCall(idOf(10), seq), result }))
  await world.db.journalEntry.createMany({ data })
  const found = await readExecution(world, idOf(10))
  const { llm, llm_length } = ExecutionDetail.parse(found.ok ? found.value : undefined)
  expect(llm.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, at) => 280 + at))
  expect(llm_length).toBe(300)
})

test.each(['0000-01-01', '9999-12-31', '2026-02-30', 'yesterday'])(
  'rejects the day %s, and names the field',
  (from) => {
    expect(ExecutionQuery.safeParse({ from }).error?.issues.map(({ path }) => path)).toEqual([['from']])
  },
)

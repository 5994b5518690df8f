import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { emptyTestDatabase, type TestDatabase } from '#lib/platform/server/db/testing.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { errorOf } from '#runner/contract/faults.ts'
import { type ExecutionId, newId } from '#runner/contract/ids.ts'
import type { JournalEntry, OpenRecording } from '#runner/contract/journal.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import { SkillOutput } from '#runner/contract/skill-io.ts'
import { sha256 } from '#runner/core/hash.ts'
import { errorOutput } from '#runner/run/output.ts'
import { createAnswerStore } from './answer-store.ts'
import { executionFormat } from './execution-format.ts'
import { createExecutionStore } from './execution-store.ts'
import { finishAbandoned, joinInstances, maxTakeovers } from './instance.ts'
import { keepTakingOver } from './keep-taking-over.ts'
import { takeOver } from './take-over.ts'
import { testAudit, testSeals } from './testing/durable-runner.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await emptyTestDatabase()
})
afterEach(() => database[Symbol.asyncDispose]())

const log = createLogger({ level: 'silent' })
const principal = principalFrom('main', { id: 'agent', role: 'agent' })
const recording: OpenRecording = {
  runtime: 'quickjs',
  engines: ['one'],
  input: '{"action":"go","params":{"z":1,"a":2},"config":{}}',
  seed: '07',
  now_ms: 1,
  limits: {
    timeoutMs: 1,
    memoryMb: 1,
    cpus: 1,
    fuel: 1,
    outputKb: 1,
    hostCalls: 1,
    hostCallsInFlight: 1,
    responseKb: 1,
  },
  secrets: {},
  hosts: [],
  principal,
}
const entryOf = (seq: number, result: JournalEntry['result'], more: Partial<JournalEntry> = {}): JournalEntry => ({
  seq,
  op: 'fetch',
  args: { url: 'https://api.example.com/' },
  args_hash: 'a',
  result,
  fuel_left: 5,
  duration_ms: 1.5,
  ...more,
})

const about = {
  skill: 'steps',
  version: '1.0.0',
  digest: 'd',
  input: { action: 'go', params: {}, config: {} },
  inputRedacted: false,
  tier: 'local' as const,
  keys: [],
  principal,
  durable: recording,
}

async function start(instanceId: string): Promise<ExecutionId> {
  const id = newId('exec', randomBytes)
  await createExecutionStore(database.client, instanceId, testSeals, testAudit).started({ id, ...about })
  return id
}

test('takes over exactly what the dead process wrote, and locks that process out', async () => {
  const db = database.client
  const gone = await joinInstances(database.url, 'inst_gone', log)
  await using _new = await joinInstances(database.url, 'inst_new', log)
  const id = await start('inst_gone')
  const store = createExecutionStore(db, 'inst_gone', testSeals, testAudit)
  const begun = entryOf(0, { kind: 'unanswered' })
  const answered = entryOf(0, { kind: 'value', value: { status: 200 } }, { settled: 0 })
  await store.append(id, [begun])
  await store.append(id, [answered, entryOf(1, { kind: 'unanswered' })])
  expect(await takeOver(db, 'inst_new', 10, testSeals)).toEqual([])

  await gone[Symbol.asyncDispose]()
  expect(await takeOver(db, 'inst_new', 10, testSeals)).toEqual([
    {
      id,
      skill: 'steps',
      version: '1.0.0',
      digest: 'd',
      recording,
      journal: [answered, entryOf(1, { kind: 'unanswered' })],
    },
  ])
  await expect(store.append(id, [entryOf(2, { kind: 'unanswered' })])).rejects.toThrow('another process')
  const end = { id, errorCode: undefined, journal: [], fuelUsed: 0, data: undefined }
  const output = {
    status: 'error' as const,
    skill: 'steps',
    version: '1.0.0',
    error: { code: 'INTERNAL' as const, message: '' },
  }
  await expect(store.finished({ ...end, output })).rejects.toThrow('another process')
  const owner = createExecutionStore(db, 'inst_new', testSeals, testAudit)
  await owner.finished({ ...end, output })
  await expect(owner.finished({ ...end, output })).rejects.toThrow('has ended')
  await expect(owner.append(id, [entryOf(2, { kind: 'unanswered' })])).rejects.toThrow('has ended')
  expect(await db.journalEntry.count()).toBe(2)
})

test('leaves an execution in a newer format to a process of the newer version', async () => {
  const id = await start('inst_gone')
  const setFormat = (format: number) => database.client.execution.update({ where: { id }, data: { format } })
  await setFormat(executionFormat + 1)
  expect(await takeOver(database.client, 'inst_old', 10, testSeals)).toEqual([])
  await setFormat(executionFormat)
  expect(await takeOver(database.client, 'inst_old', 10, testSeals)).toMatchObject([{ id }])
})

test('a durable execution deleted while it runs makes no more calls and ends without an error', async () => {
  const id = await start('inst_one')
  const store = createExecutionStore(database.client, 'inst_one', testSeals, testAudit)
  await database.client.execution.delete({ where: { id } })
  await expect(store.append(id, [entryOf(0, { kind: 'unanswered' })])).rejects.toThrow('has ended')
  await store.suspended({ id, ...about }, 5, 1)
  expect(await database.client.execution.count()).toBe(0)
})

test('exactly one of several processes takes over each execution', async () => {
  const gone = await joinInstances(database.url, 'inst_gone', log)
  const ids = await Promise.all(Array.from({ length: 30 }, () => start('inst_gone')))
  await gone[Symbol.asyncDispose]()
  const names = ['inst_a', 'inst_b', 'inst_c']
  const instances = await Promise.all(names.map((name) => joinInstances(database.url, name, log)))
  const taken: ExecutionId[] = []
  while (taken.length < ids.length) {
    const found = await Promise.all(names.map((name) => takeOver(database.client, name, 4, testSeals)))
    taken.push(...found.flat().map(({ id }) => id))
  }
  expect(taken.sort()).toEqual([...ids].sort())
  for (const instance of instances) await instance[Symbol.asyncDispose]()
})

test('ends an execution that crashes every process', async () => {
  const db = database.client
  const id = await start('inst_0')
  for (let n = 1; n <= maxTakeovers; n += 1) {
    expect(await finishAbandoned(db, `inst_${n}`, testAudit)).toBe(0)
    expect((await takeOver(db, `inst_${n}`, 10, testSeals)).map((taken) => taken.id)).toEqual([id])
  }
  expect(await takeOver(db, 'inst_last', 10, testSeals)).toEqual([])
  expect(await finishAbandoned(db, 'inst_last', testAudit)).toBe(1)
  const ended = await db.execution.findUniqueOrThrow({ where: { id } })
  expect(ended).toMatchObject({ status: 'error', seal: null })
  // Readers of the execution parse its output with this schema.
  expect(SkillOutput.parse(ended.output)).toMatchObject({
    status: 'error',
    skill: ended.skill,
    error: { code: 'INTERRUPTED' },
  })
})

test('the next takeover pass ends an execution that killed too many processes, and does not resume it', async () => {
  const db = database.client
  const id = await start('inst_0')
  for (let n = 1; n <= maxTakeovers; n += 1) await takeOver(db, `inst_${n}`, 10, testSeals)
  const resume = vi.fn(() => expect.unreachable('it is given up'))
  const instance = { instanceId: 'inst_last', isPresent: () => true }
  const stop = keepTakingOver({ db, instance, seals: testSeals, audit: testAudit, runner: { resume }, log })
  await vi.waitUntil(() => db.execution.count({ where: { id, status: 'error' } }), { timeout: 30_000 })
  await stop()
  // Checked here, because an error thrown by `resume` would only be logged.
  expect(resume).not.toHaveBeenCalled()
})

test('the executions of a process that says it has left are taken over at once', async () => {
  // The next regular look never comes.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const db = database.client
  await start('inst_gone')
  const leaving = await joinInstances(database.url, 'inst_leaving', log)
  const id = await start('inst_leaving')
  await using instance = await joinInstances(database.url, 'inst_new', log)
  const resume = vi.fn((unfinished: { readonly id: ExecutionId }) => ({
    id: unfinished.id,
    done: Promise.resolve({ status: 'suspended' } as const),
  }))
  let left = () => {}
  const onLeft = (look: () => void) => {
    left = look
    return () => {}
  }
  const stop = keepTakingOver({ db, instance, seals: testSeals, audit: testAudit, runner: { resume }, log, onLeft })
  await vi.waitUntil(() => resume.mock.calls.length === 1, { timeout: 30_000 })
  await leaving[Symbol.asyncDispose]()
  left()
  await vi.waitUntil(() => resume.mock.calls.length === 2, { timeout: 30_000 })
  await stop()
  expect(resume.mock.calls[1]).toMatchObject([{ id }])
})

test('the next takeover pass resumes an execution again whose resumption failed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const db = database.client
  const id = await start('inst_gone')
  await using instance = await joinInstances(database.url, 'inst_new', log)
  const resumed: string[] = []
  const resume = (unfinished: { readonly id: ExecutionId }) => {
    resumed.push(unfinished.id)
    const isFirst = resumed.length === 1
    const run = async () => {
      if (isFirst) throw new Error('the connection was lost')
      return { status: 'suspended' } as const
    }
    return { id: unfinished.id, done: run() }
  }
  const stop = keepTakingOver({ db, instance, seals: testSeals, audit: testAudit, runner: { resume }, log })
  await vi.waitUntil(() => resumed.length === 1, { timeout: 30_000 })
  vi.advanceTimersByTime(10_000)
  await vi.waitUntil(() => resumed.length === 2, { timeout: 30_000 })
  await stop()
  expect(resumed).toEqual([id, id])
  expect(await db.execution.findUnique({ where: { id } })).toMatchObject({ status: 'running', instanceId: 'inst_new' })
})

test('an execution of a takeover whose commit was not confirmed runs again, here or elsewhere', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const id = await start('inst_gone')
  await using instance = await joinInstances(database.url, 'inst_new', log)
  let isLost = false
  const db = withTransactions(database.client, async (work) => {
    const done = await database.client.$transaction(work)
    if (isLost || !Array.isArray(done) || done.length === 0) return done
    isLost = true
    throw new Error('the connection was lost')
  })
  const resume = vi.fn((unfinished: { readonly id: ExecutionId }) => ({
    id: unfinished.id,
    done: Promise.resolve({ status: 'suspended' } as const),
  }))
  const stop = keepTakingOver({ db, instance, seals: testSeals, audit: testAudit, runner: { resume }, log })
  await vi.waitUntil(() => isLost, { timeout: 30_000 })
  expect(resume).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  await vi.waitUntil(() => resume.mock.calls.length > 0, { timeout: 30_000 })
  await stop()
  expect(resume.mock.calls).toMatchObject([[{ id }]])
})

test('an execution whose end could not be recorded gets an end, although its process lives', async () => {
  const db = database.client
  const unrecorded = new Set<string>()
  const broken = withTransactions(db, () => Promise.reject(new Error('the connection was lost')))
  const ids = [newId('exec', randomBytes), newId('exec', randomBytes)] as const
  const store = createExecutionStore(db, 'inst_one', testSeals, testAudit, () => true, unrecorded)
  const { durable, ...plain } = about
  for (const id of ids) await store.started({ id, ...plain })
  const failing = createExecutionStore(broken, 'inst_one', testSeals, testAudit, () => true, unrecorded)
  const output = errorOutput({ skill: 'flight-search', version: '0.1.0' }, errorOf('TIMEOUT'))
  const end = { output, errorCode: 'TIMEOUT', journal: [], fuelUsed: 0, data: undefined } as const
  await expect(failing.finished({ id: ids[0], ...end })).rejects.toThrow('the connection was lost')

  const instance = { instanceId: 'inst_one', isPresent: () => true }
  const resume = vi.fn(() => expect.unreachable('it cannot be resumed'))
  const options = { db, instance, seals: testSeals, audit: testAudit, runner: { resume }, unrecorded, log }
  const stop = keepTakingOver(options)
  await vi.waitUntil(() => unrecorded.size === 0, { timeout: 30_000 })
  await stop()
  const rows = await db.execution.findMany({ select: { id: true, status: true, errorCode: true } })
  expect(new Map(rows.map(({ id, ...row }) => [id, row]))).toEqual(
    new Map([
      [ids[0], { status: 'error', errorCode: 'INTERNAL' }],
      [ids[1], { status: 'running', errorCode: null }],
    ]),
  )
})

test('keeps resuming an execution that makes progress, however many processes die', async () => {
  const db = database.client
  const id = await start('inst_0')
  for (let n = 0; n < 3 * maxTakeovers; n += 1) {
    const store = createExecutionStore(db, `inst_${n}`, testSeals, testAudit)
    await store.append(id, [entryOf(n, { kind: 'value', value: n }, { settled: n })])
    expect(await takeOver(db, `inst_${n + 1}`, 10, testSeals)).toMatchObject([{ journal: { length: n + 1 } }])
  }
})

test('pins the answers of an unfinished durable execution, whatever their age and number', async () => {
  const db = database.client
  const day = 24 * 60 * 60 * 1000
  let now = Date.now()
  const answers = createAnswerStore(db, { days: 1, mb: 0 }, () => now)
  const id = await start('inst_one')
  const store = createExecutionStore(db, 'inst_one', testSeals, testAudit)
  const kept = ['body', 'value'].map((text) => ({ hash: sha256(text), bytes: Buffer.from(text) }))
  const [body, value] = kept
  await store.append(id, [
    entryOf(0, { kind: 'stored', hash: value?.hash ?? '', bytes: 5 }, { settled: 0, result_hash: body?.hash }),
  ])
  for (const { hash, bytes } of kept) await answers.put(hash, bytes)
  now += 2 * day
  await answers.sweep()
  expect((await answers.get(kept.map(({ hash }) => hash))).size).toBe(2)
  await db.execution.update({ where: { id }, data: { status: 'success' } })
  await answers.sweep()
  expect((await answers.get(kept.map(({ hash }) => hash))).size).toBe(0)
})

type Work = (tx: Prisma.TransactionClient) => Promise<unknown>

/** A database whose transactions run like this. */
const withTransactions = (db: TestDatabase['client'], run: (work: Work) => Promise<unknown>): TestDatabase['client'] =>
  new Proxy(db, {
    get: (target, name) => (name === '$transaction' || name === 'sqlTransaction' ? run : Reflect.get(target, name)),
  })

/** A database that fails the first `times` reads of this execution. */
function failingToRead(db: TestDatabase['client'], id: ExecutionId, times: number) {
  let left = times
  return db.$extends({
    query: {
      execution: {
        async findUniqueOrThrow({ args, query }) {
          if (args.where.id !== id || left === 0) return query(args)
          left -= 1
          throw new Error('the connection was lost')
        },
      },
    },
  })
}

test('retries an unreadable execution at the next pass and takes over others meanwhile', async () => {
  const begin = () => start('inst_gone')
  const [one, bad, other] = [await begin(), await begin(), await begin()]
  const db = failingToRead(database.client, bad, 1)
  const first = await takeOver(Object(db), 'inst_new', 10, testSeals)
  expect(first.map(({ id }) => id).toSorted()).toEqual([one, other].toSorted())
  expect((await takeOver(Object(db), 'inst_new', 10, testSeals)).map(({ id }) => id)).toEqual([bad])
})

test('ends an execution that stays unreadable, and says that resuming it failed', async () => {
  const id = await start('inst_gone')
  const db = failingToRead(database.client, id, Number.POSITIVE_INFINITY)
  for (let n = 0; n < maxTakeovers; n += 1) {
    expect(await finishAbandoned(database.client, 'inst_new', testAudit)).toBe(0)
    expect(await takeOver(Object(db), 'inst_new', 10, testSeals)).toEqual([])
  }
  expect(await finishAbandoned(database.client, 'inst_new', testAudit)).toBe(1)
  const { output } = await database.client.execution.findUniqueOrThrow({ where: { id } })
  expect(output).toMatchObject({
    error: {
      code: 'INTERRUPTED',
      message: expect.stringMatching(/was resumed 5 times but got no further: each time, resuming failed/),
    },
  })
})

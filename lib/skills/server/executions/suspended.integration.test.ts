import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyTestDatabase, type TestDatabase } from '#lib/platform/server/db/testing.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { ScriptGrant } from '#runner/contract/script.ts'
import { startServer } from '#runner/egress/testing/local-server.ts'
import { maxStoredBytes } from '#runner/journal/recorder.ts'
import { createReplay } from '#runner/run/replay.ts'
import { startBundles } from '#runner/runtimes/container/testing/bundles.ts'
import { needsEngine } from '#runner/runtimes/container/testing/engine.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { answerAwaited, TooManyAnswers } from './answer-awaited.ts'
import { createAnswerStore } from './answer-store.ts'
import { finishAbandoned } from './instance.ts'
import { createRecordingSource } from './recordings.ts'
import { takeOver } from './take-over.ts'
import { agent, type DurableRunner, openDurableRunner, testAudit, testSeals } from './testing/durable-runner.ts'
import {
  answerText,
  answerTo,
  awaitedBy,
  goOn,
  pausingSkill,
  runNextLeg,
  startFor,
  startPausing,
} from './testing/pausing.ts'
import { reseal } from './testing/reseal.ts'
import { shareRuntime } from './testing/shared-runtime.ts'

const shared = shareRuntime({ workers: 1 })
const skills = [pausingSkill]
let database: TestDatabase
beforeEach(async () => {
  database = await emptyTestDatabase()
})
afterEach(() => database[Symbol.asyncDispose]())

const status = async () => (await database.client.execution.findFirstOrThrow()).status

/** An execution's result, without the parts that differ between executions. */
async function ended() {
  const row = await database.client.execution.findFirstOrThrow({ include: { journal: { orderBy: { seq: 'asc' } } } })
  const { seed, now_ms, secrets } = Object(row.replay)
  return {
    status: row.status,
    fuelUsed: row.fuelUsed,
    output: row.output,
    calls: row.journal.length,
    seed,
    now_ms,
    secrets,
  }
}

/** Runs the same execution without a pause, with all answers available in advance. */
async function ranAtOnce(runtime: Runtime) {
  await using process = await openDurableRunner({ databaseUrl: database.url, skills, runtime })
  const { client } = database
  const { id } = await client.execution.findFirstOrThrow()
  const before = await ended()
  await client.execution.update({
    where: { id },
    data: { status: 'running', instanceId: 'inst_gone', output: { again: true } },
  })
  await reseal(client, id, 'running')
  const [unfinished] = await takeOver(client, process.instanceId, 1, testSeals)
  if (!unfinished) throw new Error('The execution was not taken over')
  await process.runner.resume(unfinished).done
  return { before, after: await ended() }
}

/** Runs an execution that is suspended `pauses` times. `runLeg`: runs it up to the next suspension or the end. */
async function runInLegs(pauses: number, runLeg: () => Promise<void>): Promise<void> {
  for (let leg = 0; leg <= pauses; leg += 1) {
    await runLeg()
    expect(await status()).toBe(leg < pauses ? 'suspended' : 'success')
  }
}

function expectToBeTheSame({ before, after }: Awaited<ReturnType<typeof ranAtOnce>>, pauses: number): void {
  const { metadata: _before, ...output } = Object(before.output)
  const { metadata: _after, ...outputAtOnce } = Object(after.output)
  expect({ ...after, output: outputAtOnce }).toEqual({ ...before, output })
  expect(before.status).toBe('success')
  expect(output.results.slice(1).map(({ text }: { text: string }) => text)).toEqual(
    Array.from({ length: pauses }, (_, n) => answerText(n)),
  )
}

// In a process that knows nothing of them: lib/agents/server/scripts/killed.integration.test.ts.
test('suspensions that are each resumed by a new runner and instance do not change the result', async () => {
  const pauses = 4
  await runInLegs(pauses, async () => {
    await using process = await openDurableRunner({ databaseUrl: database.url, skills, runtime: shared() })
    await runNextLeg(process, pauses)
  })
  expectToBeTheSame(await ranAtOnce(shared()), pauses)
})

test('in containers, a suspension that a new runtime and runner resume does not change the result', {
  ...needsEngine,
  timeout: 600_000,
}, async () => {
  const pauses = 1
  await runInLegs(pauses, async () => {
    await using runtime = await startBundles()
    await using process = await openDurableRunner({ databaseUrl: database.url, skills, runtime })
    await runNextLeg(process, pauses)
  })
  await using runtime = await startBundles()
  expectToBeTheSame(await ranAtOnce(runtime), pauses)
})

test('a suspended execution belongs to no process: no process takes it over or ends it', async () => {
  {
    await using gone = await openDurableRunner({ databaseUrl: database.url, skills, runtime: shared() })
    expect(await (await startPausing(gone, 1)).done).toEqual({ status: 'suspended' })
  }
  expect(await takeOver(database.client, 'inst_other', 10, testSeals)).toEqual([])
  expect(await finishAbandoned(database.client, 'inst_other', testAudit)).toBe(0)
  expect(await status()).toBe('suspended')
})

test('accepts one of two concurrent answers, and rejects an answer to another call', async () => {
  await using process = await openDurableRunner({ databaseUrl: database.url, skills, runtime: shared() })
  const { id, done } = await startPausing(process, 1)
  await done
  const seq = await awaitedBy(process, id)
  const answer = (text: string, at = seq) => answerAwaited(process, id, at, { kind: 'value', value: text })
  expect(await answer('to another call', seq - 1)).toBeUndefined()
  expect(await status()).toBe('suspended')
  const both = await Promise.all([answer('one'), answer('other')])
  const [taken, ...others] = both.filter((unfinished) => unfinished !== undefined)
  expect(others).toEqual([])
  if (!taken) throw new Error('No answer was accepted')
  const output = await process.runner.resume(taken).done
  expect(output).toMatchObject({ status: 'success', results: [{}, { text: both[0] ? 'one' : 'other' }] })
  expect(await answer('too late')).toBeUndefined()
})

test('does not store an unexpected, invalid or too large answer, and the execution keeps waiting', async () => {
  await using process = await openDurableRunner({ databaseUrl: database.url, skills, runtime: shared() })
  const { id, done } = await startPausing(process, 1)
  await done
  const seq = await awaitedBy(process, id)
  const give = (answer: object, at = seq) => answerAwaited(process, id, at, Object(answer))
  const large = { kind: 'value', value: 'x'.repeat(100_000) }
  for (const at of [seq - 1, seq + 1, -1, 0.5, Number.NaN, 2 ** 31]) expect(await give(large, at)).toBeUndefined()
  await expect(give({ kind: 'end', code: 'TIMEOUT' })).rejects.toThrow('The answer is not valid')
  await expect(give({ kind: 'value' })).rejects.toThrow('value')
  await expect(give({ kind: 'value', value: 'x'.repeat(1024 * 1024) })).rejects.toThrow('the limit is 1048576 bytes')
  await expect(give({ kind: 'rejected', name: 'E', message: 'm'.repeat(5000) })).rejects.toThrow('message')
  expect(await database.client.answerBlob.count()).toBe(0)
  expect(await status()).toBe('suspended')
})

test('keeps a large answer until the execution has ended', async () => {
  await using process = await openDurableRunner({ databaseUrl: database.url, skills, runtime: shared() })
  const { id, done } = await startPausing(process, 2)
  await done
  // A store that deletes every answer that is not pinned.
  const { sweep } = createAnswerStore(database.client, { days: 1, mb: 0 }, () => Date.now())
  const text = 'many words '.repeat(10_000)
  await goOn(process, id, text)
  await sweep()
  expect(await database.client.answerBlob.count()).toBe(1)
  const rejection = { kind: 'rejected', name: 'RangeError', message: 'no such model' } as const
  expect(await goOn(process, id, rejection)).toMatchObject({ status: 'error', error: { code: 'SKILL_CRASHED' } })
  await sweep()
  expect(await database.client.answerBlob.count()).toBe(0)
})

test('refuses an outside answer with which the execution would store more than 32 MB, and keeps waiting', async () => {
  await using process = await openDurableRunner({ databaseUrl: database.url, skills, runtime: shared() })
  const { id, done } = await startPausing(process, 2)
  await done
  const text = 'many words '.repeat(10_000)
  await goOn(process, id, text)
  const { size } = await database.client.answerBlob.findFirstOrThrow()
  await database.client.answerBlob.updateMany({ data: { size: maxStoredBytes - size } })
  await expect(goOn(process, id, `${text} and more`)).rejects.toThrow(TooManyAnswers)
  expect(await database.client.answerBlob.count()).toBe(1)
  expect(await status()).toBe('suspended')
  await database.client.answerBlob.updateMany({ data: { size } })
  expect(await goOn(process, id, `${text} and more`)).toMatchObject({ status: 'success' })
})

test.each([
  ['damaged', (db: TestDatabase['client']) => db.answerBlob.updateMany({ data: { bytes: Uint8Array.from([1, 2]) } })],
  ['deleted', (db: TestDatabase['client']) => db.answerBlob.deleteMany()],
])('ends an execution with an error when a stored answer is %s', async (_, spoil) => {
  await using process = await openDurableRunner({ databaseUrl: database.url, skills, runtime: shared() })
  const { id, done } = await startPausing(process, 1)
  await done
  const unfinished = await answerTo(process, id, 'many words '.repeat(10_000))
  await spoil(database.client)
  expect(await process.runner.resume(unfinished).done).toMatchObject({ status: 'error', error: { code: 'INTERNAL' } })
  expect(await status()).toBe('error')
})

test('resumes a script in another process, and replays it, with its stored text and grant', async () => {
  const { client } = database
  const text = `const names = await settings.keys()
    console.log('asks')
    set_result({ names, said: await llm.complete('Hello?') })`
  const grant = ScriptGrant.parse({ language: 'javascript', permissions: { llm: true, secrets: ['API_KEY'] } })
  const first = await openDurableRunner({ databaseUrl: database.url, skills: [], runtime: shared() })
  const { id, done } = await startFor(first, { text, grant })
  expect(await done).toEqual({ status: 'suspended' })
  await first[Symbol.asyncDispose]()

  await using other = await openDurableRunner({ databaseUrl: database.url, skills: [], runtime: shared() })
  expect(await goOn(other, id, 'Hello.')).toMatchObject({
    status: 'success',
    skill: 'script',
    results: [{ result: { names: ['API_KEY'], said: 'Hello.' } }],
  })
  expect(await client.execution.findFirstOrThrow()).toMatchObject({ skill: 'script', principalId: agent.id })
  const replay = createReplay({ ...other, recordings: createRecordingSource(client, testSeals) })
  expect(await replay(id)).toMatchObject({ kind: 'same', hostCalls: 3, fuelCheck: 'compared' })
  await client.script.deleteMany()
  expect(await replay(id)).toMatchObject({ kind: 'refused', error: { code: 'NOT_FOUND' } })
})

test('the label of the data includes the upstreams that were queried before a pause', async () => {
  await using server = await startServer((_, response) => void response.end('ok'), { secure: false })
  await using process = await openDurableRunner({
    databaseUrl: database.url,
    provider: `http://127.0.0.1:${server.port}`,
    skills: [],
    runtime: shared(),
  })
  const text = `await fetch('https://api.example.com/')
    set_result(await llm.complete('Hello?'))`
  const permissions = { llm: true, network: { egress: ['api.example.com'], methods: ['GET'] } }
  const grant = ScriptGrant.parse({ language: 'javascript', permissions })
  const { id, done } = await startFor(process, { text, grant })
  expect(await done).toEqual({ status: 'suspended' })
  expect(await goOn(process, id, 'Hello.')).toMatchObject({ status: 'success', metadata: { data: 'test' } })
  expect(await database.client.execution.findFirstOrThrow()).toMatchObject({ data: 'test' })
  expect(server.seen).toHaveLength(1)
})

test('resumes on another engine that makes the same calls with different fuel, and records the change', async () => {
  const { client } = database
  await using process = await openDurableRunner({ databaseUrl: database.url, skills, runtime: shared() })
  const [runtime] = process.runtimes
  if (!runtime) throw new Error('There is no runtime')
  await using upgraded = await openDurableRunner({
    databaseUrl: database.url,
    skills,
    runtime: { ...runtime, engineVersion: 'another' },
  })
  /** Suspends an execution, changes its fuel as if another engine had run it, and resumes it in `other`. */
  const comesTo = async (other: DurableRunner) => {
    const { id, done } = await startPausing(process, 1)
    await done
    await client.journalEntry.updateMany({ where: { executionId: id }, data: { fuelLeft: { increment: 1 } } })
    await reseal(client, id, 'suspended')
    return { id, output: await goOn(other, id, 'yes') }
  }
  const same = await comesTo(process)
  expect(same.output).toMatchObject({ status: 'error', error: { code: 'INTERNAL' } })
  const { id, output } = await comesTo(upgraded)
  expect(output).toMatchObject({ status: 'success', results: [{}, { text: 'yes' }] })
  const { replay: recording } = await client.execution.findUniqueOrThrow({ where: { id } })
  expect(Object(recording).engines).toEqual([runtime.engineVersion, 'another'])
  const replay = createReplay({ ...process, recordings: createRecordingSource(client, testSeals) })
  expect(await replay(id)).toMatchObject({ kind: 'same', fuelCheck: 'other_engine' })
})

test('records the interpreter of each leg of an execution, and the record stays authentic', async () => {
  await using process = await openDurableRunner({ databaseUrl: database.url, skills, runtime: shared() })
  const [runtime] = process.runtimes
  if (!runtime) throw new Error('There is no runtime')
  for (const interpreter of ['Python 3.13.5', 'Python 3.14.1']) {
    const run: Runtime['run'] = async (execution) => ({ ...(await runtime.run(execution)), interpreter })
    await using upgraded = await openDurableRunner({ databaseUrl: database.url, skills, runtime: { ...runtime, run } })
    await runNextLeg(upgraded, 1)
  }
  const { id, status, replay: recording } = await database.client.execution.findFirstOrThrow()
  expect(status).toBe('success')
  expect(Object(recording).interpreters).toEqual(['Python 3.13.5', 'Python 3.14.1'])
  const replay = createReplay({ ...process, recordings: createRecordingSource(database.client, testSeals) })
  expect(await replay(ExecutionId.parse(id))).toMatchObject({ kind: 'same' })
})

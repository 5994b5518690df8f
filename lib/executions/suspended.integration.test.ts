import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#lib/db/testing.ts'
import { ScriptGrant } from '#runner/contract/script.ts'
import { createReplay } from '#runner/journal/replay.ts'
import { startBundles } from '#runner/runtimes/container/testing/bundles.ts'
import { needsEngine } from '#runner/runtimes/container/testing/engine.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { answerAwaited } from './answer-awaited.ts'
import { finishAbandoned } from './instance.ts'
import { createRecordingSource } from './recordings.ts'
import { takeOver } from './take-over.ts'
import { agent, type DurableRunner, openDurableRunner, testSeals } from './testing/durable-runner.ts'
import { answerText, awaitedBy, pauses, pausingSkill, runNextLeg, startPausing } from './testing/pausing.ts'
import { reseal } from './testing/reseal.ts'

const skills = [pausingSkill]
const statusOf = async ({ client }: TestDatabase) => (await client.execution.findFirstOrThrow()).status

/** What the execution came to, without what differs from one execution to the next. */
async function ended({ client }: TestDatabase) {
  const row = await client.execution.findFirstOrThrow({ include: { journal: { orderBy: { seq: 'asc' } } } })
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

/** The same execution without a pause: with all answers there before it asks. */
async function ranAtOnce(paused: TestDatabase, runtime: Runtime | undefined) {
  await using process = await openDurableRunner({ databaseUrl: paused.url, skills, ...(runtime ? { runtime } : {}) })
  const { client } = paused
  const { id } = await client.execution.findFirstOrThrow()
  const before = await ended(paused)
  await client.execution.update({
    where: { id },
    data: { status: 'running', instanceId: 'inst_gone', output: { again: true } },
  })
  await reseal(client, id, 'running')
  const [unfinished] = await takeOver(client, process.instanceId, 1, testSeals)
  if (!unfinished) throw new Error('It was not taken over')
  await process.runner.resume(unfinished).done
  return { before, after: await ended(paused) }
}

function expectToBeTheSame({ before, after }: Awaited<ReturnType<typeof ranAtOnce>>): void {
  const { metadata: _before, ...output } = Object(before.output)
  const { metadata: _after, ...outputAtOnce } = Object(after.output)
  expect({ ...after, output: outputAtOnce }).toEqual({ ...before, output })
  expect(before.status).toBe('success')
  expect(output.results.slice(1).map(({ text }: { text: string }) => text)).toEqual(
    Array.from({ length: pauses }, (_, n) => answerText(n)),
  )
}

test('an execution that is suspended 20 times, each leg in a process of its own, comes to the same as without a pause', async () => {
  await using database = await createTestDatabase()
  const script = join(import.meta.dirname, 'testing/pausing-process.ts')
  for (let leg = 0; leg <= pauses; leg += 1) {
    const child = spawn(process.execPath, [script, database.url], { stdio: ['ignore', 'ignore', 'inherit'] })
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(await statusOf(database)).toBe(leg < pauses ? 'suspended' : 'success')
  }
  expectToBeTheSame(await ranAtOnce(database, undefined))
}, 600_000)

test.runIf(await needsEngine(process.env.CI))(
  'so does one in containers, with another runtime, runner and instance for each leg',
  async () => {
    await using database = await createTestDatabase()
    for (let leg = 0; leg <= pauses; leg += 1) {
      await using runtime = await startBundles()
      await using process = await openDurableRunner({ databaseUrl: database.url, skills, runtime })
      await runNextLeg(process)
      expect(await statusOf(database)).toBe(leg < pauses ? 'suspended' : 'success')
    }
    await using runtime = await startBundles()
    expectToBeTheSame(await ranAtOnce(database, runtime))
  },
  600_000,
)

test('a suspended execution belongs to no process: none takes it over, and none ends it', async () => {
  await using database = await createTestDatabase()
  {
    await using gone = await openDurableRunner({ databaseUrl: database.url, skills })
    expect(await (await startPausing(gone, 1)).done).toEqual({ status: 'suspended' })
  }
  expect(await takeOver(database.client, 'inst_other', 10, testSeals)).toEqual([])
  expect(await finishAbandoned(database.client, 'inst_other')).toBe(0)
  expect(await statusOf(database)).toBe('suspended')
})

test('of two answers at once one is taken, and a call that waits for none takes none', async () => {
  await using database = await createTestDatabase()
  await using process = await openDurableRunner({ databaseUrl: database.url, skills })
  const { id, done } = await startPausing(process, 1)
  await done
  const seq = await awaitedBy(process, id)
  const answer = (text: string, at = seq) => answerAwaited(process, id, at, { kind: 'value', value: text })
  expect(await answer('to another call', seq - 1)).toBeUndefined()
  expect(await statusOf(database)).toBe('suspended')
  const both = await Promise.all([answer('one'), answer('other')])
  const [taken, ...others] = both.filter((unfinished) => unfinished !== undefined)
  expect(others).toEqual([])
  if (!taken) throw new Error('None was taken')
  const output = await process.runner.resume(taken).done
  expect(output).toMatchObject({ status: 'success', results: [{}, { text: both[0] ? 'one' : 'other' }] })
  expect(await answer('too late')).toBeUndefined()
})

test('an answer that no call waits for, and one that is none or too large, is not kept, and the execution waits on', async () => {
  await using database = await createTestDatabase()
  await using process = await openDurableRunner({ databaseUrl: database.url, skills })
  const { id, done } = await startPausing(process, 1)
  await done
  const seq = await awaitedBy(process, id)
  const give = (answer: object, at = seq) => answerAwaited(process, id, at, Object(answer))
  const large = { kind: 'value', value: 'x'.repeat(100_000) }
  for (const at of [seq - 1, seq + 1, -1, 0.5, Number.NaN, 2 ** 31]) expect(await give(large, at)).toBeUndefined()
  await expect(give({ kind: 'end', code: 'TIMEOUT' })).rejects.toThrow('The answer is not valid')
  await expect(give({ kind: 'value' })).rejects.toThrow('value')
  await expect(give({ kind: 'value', value: 'x'.repeat(1024 * 1024) })).rejects.toThrow('at most 1048576')
  await expect(give({ kind: 'rejected', name: 'E', message: 'm'.repeat(5000) })).rejects.toThrow('message')
  expect(await database.client.answerBlob.count()).toBe(0)
  expect(await statusOf(database)).toBe('suspended')
})

test('an answer may be large, and is kept until the execution has ended', async () => {
  await using database = await createTestDatabase()
  await using process = await openDurableRunner({ databaseUrl: database.url, skills })
  const { id, done } = await startPausing(process, 2)
  await done
  const text = 'many words '.repeat(10_000)
  const first = await answerAwaited(process, id, await awaitedBy(process, id), { kind: 'value', value: text })
  if (!first) throw new Error('It was not taken')
  await process.runner.resume(first).done
  const rejection = { kind: 'rejected', name: 'RangeError', message: 'no such model' } as const
  const second = await answerAwaited(process, id, await awaitedBy(process, id), rejection)
  if (!second) throw new Error('It was not taken')
  expect(await process.runner.resume(second).done).toMatchObject({ status: 'error', error: { code: 'SKILL_CRASHED' } })
})

test.each([
  ['damaged', (db: TestDatabase['client']) => db.answerBlob.updateMany({ data: { bytes: Uint8Array.from([1, 2]) } })],
  ['gone', (db: TestDatabase['client']) => db.answerBlob.deleteMany()],
])('an execution of which a stored answer is %s ends, and says so', async (_, spoil) => {
  await using database = await createTestDatabase()
  await using process = await openDurableRunner({ databaseUrl: database.url, skills })
  const { id, done } = await startPausing(process, 1)
  await done
  const text = 'many words '.repeat(10_000)
  const unfinished = await answerAwaited(process, id, await awaitedBy(process, id), { kind: 'value', value: text })
  if (!unfinished) throw new Error('It was not taken')
  await spoil(database.client)
  expect(await process.runner.resume(unfinished).done).toMatchObject({ status: 'error', error: { code: 'INTERNAL' } })
  expect(await statusOf(database)).toBe('error')
})

test('a script goes on in another process, and is replayed, from its text and what it was granted', async () => {
  await using database = await createTestDatabase()
  const { client } = database
  const text = `const names = await settings.keys()
    console.log('asks')
    set_result({ names, said: await llm.complete('Hello?') })`
  const grant = ScriptGrant.parse({ language: 'javascript', permissions: { llm: true, secrets: ['API_KEY'] } })
  const first = await openDurableRunner({ databaseUrl: database.url, skills: [] })
  const input = { action: 'run', params: {}, config: {} }
  const admitted = await first.runner.admit({ text, grant }, input, { principal: agent })
  if (admitted.kind === 'refused') throw new Error(admitted.reason)
  const { id, done } = first.runner.start(admitted, { durable: true })
  expect(await done).toEqual({ status: 'suspended' })
  await first[Symbol.asyncDispose]()

  await using other = await openDurableRunner({ databaseUrl: database.url, skills: [] })
  const seq = await awaitedBy(other, id)
  const unfinished = await answerAwaited(other, id, seq, { kind: 'value', value: 'Hello.' })
  if (!unfinished) throw new Error('It was not taken')
  expect(await other.runner.resume(unfinished).done).toMatchObject({
    status: 'success',
    skill: 'script',
    results: [{ result: { names: ['API_KEY'], said: 'Hello.' } }],
  })
  expect(await client.execution.findFirstOrThrow()).toMatchObject({ skill: 'script', principalId: agent.id })
  const replay = createReplay({ ...other, recordings: createRecordingSource(client, testSeals) })
  expect(await replay(id)).toMatchObject({ kind: 'same', hostCalls: 3, otherEngine: false })
  await client.answerBlob.deleteMany()
  expect(await replay(id)).toMatchObject({ kind: 'refused', error: { code: 'NOT_FOUND' } })
})

test('goes on with another engine when it asks for the same, whatever fuel that takes, and its record says so', async () => {
  await using database = await createTestDatabase()
  const { client } = database
  await using process = await openDurableRunner({ databaseUrl: database.url, skills })
  const [runtime] = process.runtimes
  if (!runtime) throw new Error('It has a runtime')
  await using upgraded = await openDurableRunner({
    databaseUrl: database.url,
    skills,
    runtime: { ...runtime, engineVersion: 'another' },
  })
  /** An execution that the one process began and whose engine counted otherwise, and what it comes to in the other. */
  const comesTo = async (other: DurableRunner) => {
    const { id, done } = await startPausing(process, 1)
    await done
    await client.journalEntry.updateMany({ where: { executionId: id }, data: { fuelLeft: { increment: 1 } } })
    await reseal(client, id, 'suspended')
    const unfinished = await answerAwaited(other, id, await awaitedBy(other, id), { kind: 'value', value: 'yes' })
    if (!unfinished) throw new Error('It was not taken')
    return { id, output: await other.runner.resume(unfinished).done }
  }
  const same = await comesTo(process)
  expect(same.output).toMatchObject({ status: 'error', error: { code: 'INTERNAL' } })
  const { id, output } = await comesTo(upgraded)
  expect(output).toMatchObject({ status: 'success', results: [{}, { text: 'yes' }] })
  const { replay: recording } = await client.execution.findUniqueOrThrow({ where: { id } })
  expect(Object(recording).engines).toEqual([runtime.engineVersion, 'another'])
  const replay = createReplay({ ...process, recordings: createRecordingSource(client, testSeals) })
  expect(await replay(id)).toMatchObject({ kind: 'same', otherEngine: true })
})

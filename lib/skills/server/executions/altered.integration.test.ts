import { expect, test } from 'vitest'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import type { ExecutionId } from '#runner/contract/ids.ts'
import { ScriptGrant } from '#runner/contract/script.ts'
import { createReplay } from '#runner/run/replay.ts'
import { answerAwaited } from './answer-awaited.ts'
import { createRecordingSource } from './recordings.ts'
import { takeOver } from './take-over.ts'
import { type DurableRunner, openDurableRunner, testSeals } from './testing/durable-runner.ts'
import { answerTo, awaitedBy, goOn, pausingSkill, startFor, startPausing } from './testing/pausing.ts'
import { shareRuntime } from './testing/shared-runtime.ts'

const runtime = shareRuntime({ workers: 1 })

type Attack = (db: DatabaseClient, id: ExecutionId, other: ExecutionId) => Promise<unknown>
const answer = { kind: 'value', value: 'Yes.' } as const
const refusal = (record: unknown) => ({ kind: 'refused', error: { code: 'RECORD_NOT_AUTHENTIC', details: { record } } })

async function openWorld() {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const process = stack.use(
    await openDurableRunner({ databaseUrl: database.url, skills: [pausingSkill], runtime: runtime() }),
  )
  const replay = createReplay({ ...process, recordings: createRecordingSource(database.client, testSeals) })
  return { db: database.client, process, replay, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Starts an execution that waits for an answer. */
async function suspend(process: DurableRunner) {
  const { id, done } = await startPausing(process, 1)
  expect(await done).toEqual({ status: 'suspended' })
  return id
}

async function endDurable(process: DurableRunner) {
  const id = await suspend(process)
  await goOn(process, id, answer)
  return id
}

async function endPlain(process: DurableRunner) {
  const { id, done } = await startFor(process, 'pauses', { action: 'go', params: { pauses: 0 } }, { durable: false })
  await done
  return id
}

const call = (id: ExecutionId, seq: number) => ({ executionId_seq: { executionId: id, seq } })
/** The attacks. Together they change everything in a journal row that a replay or a person reads. */
const journalAttacks: [string, Attack][] = [
  ...(
    [
      ['an answer', { result: { kind: 'value', value: 'no' } }],
      ['the displayed arguments', { args: { name: 'OTHER' } }],
      ['the hash of a body', { resultHash: 'a'.repeat(64) }],
      ['the hash of the arguments', { argsHash: 'a'.repeat(64) }],
      ['the position of an answer', { settled: null }],
      ['the fuel left', { fuelLeft: { increment: 1 } }],
      ['a duration', { durationMs: 1e6 }],
      ['an unknown call', { op: 'sign' }],
      ['a removed seal', { mac: null }],
      ['a seal of the same length in other characters', { mac: 'é'.repeat(64) }],
    ] as const
  ).map(([what, data]): [string, Attack] => [what, (db, id) => db.journalEntry.update({ where: call(id, 0), data })]),
  ['the first call removed', (db, id) => db.journalEntry.delete({ where: call(id, 0) })],
  [
    'a call of another execution',
    async (db, id, other) => {
      const { executionId: _, ...row } = await db.journalEntry.findUniqueOrThrow({ where: call(other, 0) })
      const data = { ...row, args: Object(row.args), result: Object(row.result) }
      return db.journalEntry.update({ where: call(id, 0), data })
    },
  ],
]
const recordingOf = async (db: DatabaseClient, id: ExecutionId) =>
  Object((await db.execution.findUniqueOrThrow({ where: { id } })).replay)
const startAttacks: [string, Attack][] = [
  ['the skill', (db, id) => db.execution.update({ where: { id }, data: { skill: 'other' } })],
  ['the release', (db, id) => db.execution.update({ where: { id }, data: { skillDigest: 'a'.repeat(64) } })],
  ['the principal', (db, id) => db.execution.update({ where: { id }, data: { principalId: 'user_x' } })],
  ['the trust', (db, id) => db.execution.update({ where: { id }, data: { trust: 'none' } })],
  ['the displayed input', (db, id) => db.execution.update({ where: { id }, data: { input: {} } })],
  [
    'the recording',
    async (db, id) => {
      const replay = { ...(await recordingOf(db, id)), seed: '00' }
      return db.execution.update({ where: { id }, data: { replay } })
    },
  ],
]
const endAttacks: [string, Attack][] = [
  ['the status', (db, id) => db.execution.update({ where: { id }, data: { status: 'error' } })],
  ['the code', (db, id) => db.execution.update({ where: { id }, data: { errorCode: 'TIMEOUT' } })],
  ['the fuel', (db, id) => db.execution.update({ where: { id }, data: { fuelUsed: 1n } })],
  ['the label of its data', (db, id) => db.execution.update({ where: { id }, data: { data: 'live' } })],
  [
    'the content of its output',
    async (db, id) => {
      const { output } = await db.execution.findUniqueOrThrow({ where: { id } })
      return db.execution.update({ where: { id }, data: { output: { ...Object(output), message: 'Another.' } } })
    },
  ],
  [
    'a seal of another execution',
    async (db, id, other) => {
      const { seal } = await db.execution.findUniqueOrThrow({ where: { id: other } })
      return db.execution.update({ where: { id }, data: { seal } })
    },
  ],
  [
    'the last call removed',
    async (db, id) => {
      const { seq } = await db.journalEntry.findFirstOrThrow({ where: { executionId: id }, orderBy: { seq: 'desc' } })
      return db.journalEntry.delete({ where: call(id, seq) })
    },
  ],
]

test.each([
  ['a durable execution', endDurable, 2],
  ['an execution that is not durable', endPlain, 1],
] as const)('a replay refuses a record of %s with any change', async (_, run, calls) => {
  await using world = await openWorld()
  const { db, process, replay } = world
  const other = await run(process)
  for (const [what, attack] of [...journalAttacks, ...startAttacks, ...endAttacks]) {
    const id = await run(process)
    expect(await db.journalEntry.count({ where: { executionId: id } })).toBeGreaterThanOrEqual(calls)
    expect(await replay(id), what).toMatchObject({ kind: 'same' })
    await attack(db, id, other)
    expect(await replay(id), what).toMatchObject(refusal(expect.any(String)))
  }
})

test('never replays a record whose seal was removed', async () => {
  await using world = await openWorld()
  const id = await endDurable(world.process)
  await world.db.execution.update({ where: { id }, data: { seal: null } })
  expect(await world.replay(id)).toMatchObject(refusal(expect.stringContaining('was changed after it was written')))
})

test('ends a suspended execution with an altered record, without running its skill', async () => {
  await using world = await openWorld()
  const { db, process } = world
  const other = await suspend(process)
  for (const [what, attack] of [...journalAttacks, ...startAttacks, ...endAttacks.slice(5)]) {
    const id = await suspend(process)
    const seq = await awaitedBy(process, id)
    await attack(db, id, other)
    const unfinished = await answerAwaited(process, id, seq, answer)
    expect(unfinished, what).toMatchObject({ altered: expect.any(String) })
    if (!unfinished) throw new Error('The execution does not wait for an answer')
    const calls = await db.journalEntry.count({ where: { executionId: id } })
    const error = { code: 'RECORD_NOT_AUTHENTIC' }
    expect(await process.runner.resume(unfinished).done, what).toMatchObject({ status: 'error', error })
    expect(await db.execution.findUniqueOrThrow({ where: { id } })).toMatchObject({ errorCode: error.code, seal: null })
    expect(await db.journalEntry.count({ where: { executionId: id } })).toBe(calls)
  }
})

test('takes over abandoned executions, and reports those whose record was changed as altered', async () => {
  await using world = await openWorld()
  const { db, process } = world
  const other = await suspend(process)
  const attacks = [...journalAttacks, ...startAttacks]
  const ids: ExecutionId[] = []
  for (const [, attack] of attacks) {
    const id = await abandon(world)
    await attack(db, id, other)
    ids.push(id)
  }
  const whole = await abandon(world)
  const taken = await takeOver(db, process.instanceId, 100, testSeals)
  expect(taken.length).toBe(attacks.length + 1)
  const altered = taken.filter((one) => 'altered' in one).map(({ id }) => id)
  expect(altered.toSorted()).toEqual(ids.toSorted())
  expect(taken.find(({ id }) => id === whole)).toMatchObject({ skill: 'pauses' })
})

/** An execution of a dead process, with some calls in its journal. */
async function abandon({ db, process }: Awaited<ReturnType<typeof openWorld>>): Promise<ExecutionId> {
  const id = await suspend(process)
  expect(await answerTo(process, id, answer)).not.toHaveProperty('altered')
  await db.execution.update({ where: { id }, data: { instanceId: 'inst_gone' } })
  return id
}

test('authenticates a record of any size, even if its text changes when it is stored', async () => {
  await using world = await openWorld()
  const { db, process, replay } = world
  const grant = { language: 'javascript', permissions: { network: { egress: [], methods: ['GET'] } } } as const
  for (const size of [10, 300_000]) {
    const text = `set_result({ ['\\ud800a']: 1, ['\\ud800b']: '\\u0000', text: 'x'.repeat(${size}), tiny: 5e-324, large: 1e300, zero: -0, ...JSON.parse('{"__proto__":{"a":1},"b":[{"__proto__":2}]}') })`
    const { id, done } = await startFor(process, { text, grant: ScriptGrant.parse(grant) }, {}, { durable: false })
    expect(await done).toMatchObject({ status: 'success' })
    expect((await db.execution.findUniqueOrThrow({ where: { id } })).seal).not.toBeNull()
    expect(await replay(id)).toMatchObject({ kind: 'same' })
  }
})

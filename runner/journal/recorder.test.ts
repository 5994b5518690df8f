import { expect, test } from 'vitest'
import type { FinalAnswer } from '../contract/host-seam.ts'
import type { Json } from '../contract/skill-io.ts'
import { sha256 } from '../core/hash.ts'
import { reopen } from '../run/reopen.ts'
import { silentLog } from '../runtimes/quickjs/testing/silent-log.ts'
import { firstDifference } from './lasting-part.ts'
import { recallAnswers } from './recall.ts'
import { createRecorder, type RecorderOptions } from './recorder.ts'
import { createMemoryAnswers, type MemoryAnswers } from './testing/memory-answers.ts'

const clock = { now: () => 0, monotonic: () => 0 }
const asTheyAre = { shown: (_: unknown, args: Json) => args, keepsArguments: () => false }

/** `known`: the number of calls of earlier legs. */
function recording({
  answers = createMemoryAnswers(),
  known = 0,
  ...options
}: Pick<Partial<RecorderOptions>, 'past' | 'stored'> & { answers?: MemoryAnswers; known?: number } = {}) {
  const recorder = createRecorder({ clock, answers, ...asTheyAre, ...options, log: silentLog })
  let seq = known
  const record = (answer: FinalAnswer, args: Json = {}) => {
    recorder.open(seq, 'time.offset', args, 5.5)
    recorder.settle(seq, answer)
    seq += 1
  }
  return { answers, recorder, record }
}

test.for<[string, FinalAnswer]>([
  ['a small value', { kind: 'value', value: ['+09:00'] }],
  ['null', { kind: 'value', value: null }],
  ['a large value', { kind: 'value', value: Array(2000).fill('+09:00') }],
  ['text that a database cannot store unchanged', { kind: 'value', value: ['\u0000', '\ud800', 'ü'] }],
  ['a value with a body', { kind: 'value', value: null, body: Uint8Array.from([0xff, 0, 1]) }],
  ['an empty body', { kind: 'value', value: null, body: new Uint8Array() }],
  ['a catchable error', { kind: 'rejected', name: 'NetworkError', message: 'no connection' }],
])('restores %s unchanged', async ([, answer]) => {
  const { answers, recorder, record } = recording()
  record(answer)
  await recorder.stored()
  const past = await recallAnswers(recorder.entries(), answers)
  expect(past).toMatchObject({ ok: true })
  if (past.ok) expect(past.calls.get(0)?.answer).toEqual(answer)
})

test.each<Json>(['\u0000', ['\ud800'], JSON.parse('{"__proto__":1}')])(
  'stores %j beside the journal, because a database would change it there',
  (value) => {
    const { recorder, record } = recording()
    record({ kind: 'value', value })
    expect(recorder.entries()).toMatchObject([{ result: { kind: 'stored' } }])
  },
)

test('stores at most 32 MB of answers for each execution, and only the hash of further answers', async () => {
  const { answers, recorder, record } = recording()
  for (let n = 0; n < 40; n += 1) record({ kind: 'value', value: null, body: new Uint8Array(1024 * 1024).fill(n) })
  await recorder.stored()
  expect(answers.kept.size).toBe(32)
  expect(recorder.entries()[39]?.result_hash).toBe(sha256(new Uint8Array(1024 * 1024).fill(39)))
  expect(await recallAnswers(recorder.entries(), answers)).toEqual({ ok: false, seq: 32 })
})

const mb = 1024 * 1024
const answerOf = (fill: number, size: number): FinalAnswer => ({
  kind: 'value',
  value: null,
  body: new Uint8Array(size).fill(fill),
})

test('the limit includes the answers of earlier legs', async () => {
  const before = recording()
  before.record(answerOf(100, 20 * mb))
  await before.recorder.stored()
  const { answers } = before
  const reopened = await reopen({ journal: before.recorder.entries() }, answers)
  if (typeof reopened === 'number') throw new Error('Expected all answers to be stored')
  const after = recording({ answers, ...reopened })
  for (let n = 0; n < 12; n += 1) after.record(answerOf(n, mb))
  after.record(answerOf(100, 20 * mb))
  expect(after.recorder.isOverLimit(), 'an equal answer').toBe(false)
  for (let n = 12; n < 20; n += 1) after.record(answerOf(n, mb))
  await after.recorder.stored()
  expect(after.recorder.isOverLimit()).toBe(true)
  expect(answers.kept.size).toBe(1 + 12)
})

test('the limit includes the prompts of earlier legs, in bytes', async () => {
  const answers = createMemoryAnswers()
  const recorder = createRecorder({ clock, answers, ...asTheyAre, keepsArguments: () => true, log: silentLog })
  recorder.open(0, 'llm.complete', { prompt: '日'.repeat(5000) }, 1)
  const reopened = await reopen({ journal: [recorder.wait(0)] }, answers)
  if (typeof reopened === 'number') throw new Error('Expected all answers to be stored')
  expect(reopened.stored).toEqual(new Map([...answers.kept].map(([hash, { length }]) => [hash, length])))
  expect(reopened.stored.size).toBe(1)
})

test('stores equal answers once', async () => {
  const { answers, recorder, record } = recording()
  for (let n = 0; n < 100; n += 1) record({ kind: 'value', value: null, body: new Uint8Array(1024 * 1024) }, { n })
  await recorder.stored()
  expect(answers.kept.size).toBe(1)
  expect(await recallAnswers(recorder.entries(), answers)).toMatchObject({ ok: true })
})

test('records no position for an answer that arrives after the execution has ended', () => {
  const { recorder, record } = recording()
  record({ kind: 'value', value: null })
  recorder.open(1, 'fetch', {}, 1)
  recorder.open(2, 'fetch', {}, 1)
  recorder.close()
  expect(recorder.settle(1, { kind: 'rejected', name: 'AbortError', message: 'aborted' })).not.toHaveProperty('settled')
  expect(recorder.entries().map(({ seq, settled, result }) => [seq, settled, result.kind])).toEqual([
    [0, 0, 'value'],
    [1, undefined, 'rejected'],
    [2, undefined, 'unanswered'],
  ])
})

test('the execution continues when an answer cannot be stored', async () => {
  const answers = { put: () => Promise.reject(new Error('the database is unavailable')), get: async () => new Map() }
  const recorder = createRecorder({ clock, answers, ...asTheyAre, log: silentLog })
  recorder.open(0, 'fetch', {}, 1)
  recorder.settle(0, { kind: 'value', value: null, body: Uint8Array.of(1) })
  await recorder.stored()
  expect(recorder.entries()).toHaveLength(1)
})

test('firstDifference returns the path of the first difference', () => {
  expect(firstDifference({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBeUndefined()
  expect(firstDifference({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toBe('a[1].b')
  expect(firstDifference({ a: [1] }, { a: [1, 2] })).toBe('a[1]')
  expect(firstDifference({ a: null }, { a: {} })).toBe('a')
  expect(firstDifference(1, 2)).toBe('the whole value')
})

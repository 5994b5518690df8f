import { expect, test } from 'vitest'
import { HostOp, type JournalEntry } from '../contract/journal.ts'
import type { Json } from '../contract/skill-io.ts'
import type { EgressSession } from '../egress/session.ts'
import { createHostSeam, type DurableJournal } from '../host/host-seam.ts'
import { createJournalWriter } from '../journal/journal-writer.ts'
import { createMemoryAnswers } from '../journal/testing/memory-answers.ts'
import { nothing } from '../policy/effective-permissions.ts'
import { createRedactor } from '../redact/redact.ts'
import { testLimits } from '../runtimes/conformance/harness.ts'
import { requestOps } from '../runtimes/quickjs/guest-protocol.ts'
import { hostOperations } from './host-operations.ts'

const realValue = 'r3al-value-of-the-key'
const session: EgressSession = {
  placeholders: { KEY: '__secret__', A_BASE: '__other__' },
  redact: createRedactor([realValue]),
  fetch: () => Promise.reject(new Error('asks for nothing')),
  data: () => undefined,
  async [Symbol.asyncDispose]() {},
}

function seamWith({ llm = true, durable }: { llm?: boolean; durable?: DurableJournal } = {}) {
  const answers = createMemoryAnswers()
  const seam = createHostSeam({
    grant: { permissions: { ...nothing, secrets: ['KEY', 'A_BASE'], llm }, limits: testLimits, runtimes: [] },
    session,
    withheldSecrets: ['WITHHELD'],
    timeOffsets: () => ({ ok: true, offsets: [] }),
    clock: { now: () => 0, monotonic: () => 0 },
    signal: new AbortController().signal,
    answers,
    durable,
    log: () => {},
  })
  return { seam, answers }
}

function durableJournal() {
  const written: JournalEntry[] = []
  const writer = createJournalWriter(async (entries) => void written.push(...entries))
  return { written, durable: { writer, past: [], known: 0 } }
}

test('every operation is in the table, and a guest asks for those that it waits for by one protocol', () => {
  expect(Object.keys(hostOperations).sort()).toEqual([...HostOp.options].sort())
  const awaited = HostOp.options.filter((op) => hostOperations[op].isAwaited)
  expect([...requestOps].sort()).toEqual(awaited.sort())
})

test('settings are listed by name, and given as their placeholders', async () => {
  const { seam } = seamWith()
  expect(await seam.call('settings.keys', {}, 1)).toEqual({ kind: 'value', value: ['A_BASE', 'KEY'] })
  expect(await seam.call('settings.get', { name: 'KEY' }, 1)).toEqual({ kind: 'value', value: '__secret__' })
})

test.each([
  ['settings.get', { name: 'WITHHELD' }, 'CapabilityRevoked', 'The setting WITHHELD was withheld'],
  ['settings.get', { name: 'constructor' }, 'RangeError', 'There is no setting "constructor"'],
  ['settings.get', {}, 'TypeError', 'settings.get: takes the name of a setting'],
  ['settings.keys', { all: true }, 'TypeError', 'settings.keys: takes no arguments'],
  ['llm.complete', { prompt: '' }, 'TypeError', 'llm.complete: prompt'],
  ['llm.complete', { prompt: 'x'.repeat(300_000) }, 'TypeError', 'llm.complete: prompt'],
  ['llm.complete', { prompt: 'x', model: '' }, 'TypeError', 'llm.complete: model'],
] as const)('%s of %.40j rejects, and the guest may catch it', async (op, args: Json, name, message) => {
  const { seam } = seamWith()
  expect(await seam.call(op, args, 1)).toEqual({ kind: 'rejected', name, message: expect.stringContaining(message) })
})

test.each([
  ['was not granted', { llm: false }],
  ['cannot be waited for, since nothing keeps its journal', {}],
])('llm.complete ends who asks for it when it %s', async (_, options) => {
  const { seam } = seamWith(options)
  expect(await seam.call('llm.complete', { prompt: 'What?' }, 1)).toMatchObject({
    kind: 'end',
    code: 'CAPABILITY_DENIED',
  })
})

test('what waits for an answer from outside stands in the journal before it is let go', async () => {
  const { written, durable } = durableJournal()
  const { seam, answers } = seamWith({ durable })
  expect(await seam.call('llm.complete', { prompt: `Of ${realValue}?` }, 1)).toEqual({ kind: 'suspend' })
  const entry = { seq: 0, op: 'llm.complete', args: { prompt: 'Of [REDACTED...-key]?' }, result: { kind: 'awaited' } }
  expect(written).toMatchObject([entry])
  expect(seam.journal).toMatchObject([entry])
  expect(seam.pending().size).toBe(0)

  // A long one is kept whole: whoever answers has to read it.
  const prompt = 'x'.repeat(100_000)
  await seam.call('llm.complete', { prompt }, 1)
  const hash = String(Object(written[1]?.args).hash)
  const kept = (await answers.get([hash])).get(hash)
  expect(JSON.parse(Buffer.from(kept ?? []).toString())).toEqual({ prompt })
})

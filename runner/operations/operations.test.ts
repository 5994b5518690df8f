import { expect, test } from 'vitest'
import { HostOp, type JournalEntry } from '../contract/journal.ts'
import type { Permissions } from '../contract/manifest.ts'
import { guestOps, isFlag, operations } from '../contract/operations/host-operations.ts'
import type { Json } from '../contract/skill-io.ts'
import type { DurableJournal } from '../host/host-seam.ts'
import { createJournalWriter } from '../journal/journal-writer.ts'
import { createMemoryAnswers } from '../journal/testing/memory-answers.ts'
import { requestOps } from '../runtimes/quickjs/guest/generated/request-ops.ts'
import { hostOperations } from './host-operations.ts'
import { sessionWithoutFetch } from './testing/session-without-fetch.ts'
import { testSeam } from './testing/test-seam.ts'

const realValue = 'r3al-value-of-the-key'
const session = sessionWithoutFetch([realValue], { KEY: '__secret__', A_BASE: '__other__' })

function seamWith(durable?: DurableJournal) {
  const answers = createMemoryAnswers()
  const secrets = ['KEY', 'A_BASE']
  const seam = testSeam({ secrets, llm: true }, { session, withheldSecrets: ['WITHHELD'], answers, durable })
  return { seam, answers }
}

const everything: Permissions = {
  network: { egress: ['a.example.com'], methods: ['GET'] },
  secrets: ['KEY'],
  signing: { jwt: ['KEY'], hmac: ['KEY'] },
  filesystem: { read: ['notes'], write: ['notes'] },
  exec: ['tool'],
  ...{ llm: true, memory: true, messages: true, gateway: true, storage: true },
}

function durableJournal() {
  const written: JournalEntry[] = []
  const writer = createJournalWriter(async (entries) => void written.push(...entries))
  return { written, durable: { writer, past: [], known: 0 } }
}

test('hostOperations covers every operation of the contract, and requestOps every awaited operation', () => {
  expect(Object.keys(hostOperations).sort()).toEqual([...HostOp.options].sort())
  const awaited = guestOps.filter((op) => hostOperations[op].isAwaited)
  expect([...requestOps].sort()).toEqual(awaited.sort())
})

test('lists settings by name and returns their placeholders', async () => {
  const { seam } = seamWith()
  expect(await seam.call('settings.keys', {}, 1)).toEqual({ kind: 'value', value: ['A_BASE', 'KEY'] })
  expect(await seam.call('settings.get', { name: 'KEY' }, 1)).toEqual({ kind: 'value', value: '__secret__' })
})

test.each([
  ['settings.get', { name: 'WITHHELD' }, 'CapabilityRevoked', 'The setting WITHHELD was withheld'],
  ['settings.get', { name: 'constructor' }, 'RangeError', 'There is no setting "constructor"'],
  ['settings.get', {}, 'TypeError', 'settings.get: expects the name of a setting'],
  ['settings.keys', { all: true }, 'TypeError', 'settings.keys: takes no arguments'],
  ['llm.complete', { prompt: '' }, 'TypeError', 'llm.complete: prompt'],
  ['llm.complete', { prompt: 'x'.repeat(300_000) }, 'TypeError', 'llm.complete: prompt'],
  ['llm.complete', { prompt: 'x', model: '' }, 'TypeError', 'llm.complete: model'],
] as const)('%s of %.40j rejects with a catchable error', async (op, args: Json, name, message) => {
  const { seam } = seamWith()
  expect(await seam.call(op, args, 1)).toEqual({ kind: 'rejected', name, message: expect.stringContaining(message) })
})

test('llm.complete ends an execution that cannot wait for an answer, because its journal is not stored', async () => {
  const { seam } = seamWith()
  expect(await seam.call('llm.complete', { prompt: 'What?' }, 1)).toMatchObject({
    kind: 'end',
    code: 'CAPABILITY_DENIED',
  })
})

const needing = HostOp.options.flatMap((op) => {
  const { permission } = operations[op]
  return permission === undefined ? [] : [[op, permission] as const]
})

test.each(needing.filter(([op]) => op !== 'secrets.get'))(
  '%s ends an execution that does not declare its permission %s',
  async (op, permission) => {
    expect(await testSeam({}, { acts: true }).call(op, {}, 1)).toEqual({
      ...{ kind: 'end', code: 'CAPABILITY_DENIED', cause: permission },
      reason: expect.stringContaining(op),
    })
  },
)

test.each(needing.filter(([, permission]) => isFlag(permission)))(
  '%s is a catchable error if its permission %s is withheld, and the denial is recorded once',
  async (op, permission) => {
    const withheld = [{ permission, item: '', by: ['tier'] }] as const
    const seam = testSeam({}, { grant: { declared: everything, withheld }, acts: true })
    const message = `The permission ${permission} was withheld`
    for (let n = 0; n < 2; n += 1)
      expect(await seam.call(op, {}, 1)).toEqual({ kind: 'rejected', name: 'CapabilityRevoked', message })
    expect(seam.denied()).toEqual(withheld)
  },
)

test('a withheld secret is a catchable error, and the denial is recorded', async () => {
  const { seam } = seamWith()
  expect(await seam.call('secrets.get', { name: 'WITHHELD' }, 1)).toMatchObject({
    kind: 'rejected',
    name: 'CapabilityRevoked',
  })
  expect(seam.denied()).toEqual([{ permission: 'secrets', item: 'WITHHELD', by: ['approval'] }])
})

test('journals a call that waits for an outside answer before it suspends the execution', async () => {
  const { written, durable } = durableJournal()
  const { seam, answers } = seamWith(durable)
  expect(await seam.call('llm.complete', { prompt: `Of ${realValue}?` }, 1)).toEqual({ kind: 'suspend' })
  const entry = { seq: 0, op: 'llm.complete', args: { prompt: 'Of [REDACTED...-key]?' }, result: { kind: 'awaited' } }
  expect(written).toMatchObject([entry])
  expect(seam.journal).toMatchObject([entry])
  expect(seam.pending().size).toBe(0)

  // A long prompt is stored whole, because the person who answers has to read it.
  const prompt = 'x'.repeat(100_000)
  await seam.call('llm.complete', { prompt }, 1)
  const hash = String(Object(written[1]?.args).hash)
  const kept = (await answers.get([hash])).get(hash)
  expect(JSON.parse(Buffer.from(kept ?? []).toString())).toEqual({ prompt })
})

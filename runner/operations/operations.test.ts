import { expect, test } from 'vitest'
import { HostOp, type JournalEntry } from '../contract/journal.ts'
import type { Permissions } from '../contract/manifest.ts'
import { guestOps } from '../contract/operations/host-operations.ts'
import type { Json } from '../contract/skill-io.ts'
import type { Grant } from '../core/skill.ts'
import type { DurableJournal } from '../host/host-seam.ts'
import { createJournalWriter } from '../journal/journal-writer.ts'
import { createMemoryAnswers } from '../journal/testing/memory-answers.ts'
import { nothing } from '../policy/effective-permissions.ts'
import { requestOps } from '../runtimes/quickjs/guest/generated/request-ops.ts'
import { hostOperations } from './host-operations.ts'
import { sessionWithoutFetch } from './testing/session-without-fetch.ts'
import { testSeam } from './testing/test-seam.ts'

const realValue = 'r3al-value-of-the-key'
const session = sessionWithoutFetch([realValue], { KEY: '__secret__', A_BASE: '__other__' })

type Options = { llm?: boolean; declared?: Permissions; durable?: DurableJournal }
function seamWith({ llm = true, declared, durable }: Options = {}) {
  const answers = createMemoryAnswers()
  const grant: Partial<Grant> | undefined = declared && {
    declared,
    withheld: [{ permission: 'llm', item: '', by: ['tier'] }],
  }
  const secrets = ['KEY', 'A_BASE']
  const seam = testSeam({ secrets, llm }, { grant, session, withheldSecrets: ['WITHHELD'], answers, durable })
  return { seam, answers }
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

test.each([
  ['the permission was not granted', { llm: false }],
  ['the execution cannot wait for an answer, because its journal is not stored', {}],
])('llm.complete ends the execution if %s', async (_, options) => {
  const { seam } = seamWith(options)
  expect(await seam.call('llm.complete', { prompt: 'What?' }, 1)).toMatchObject({
    kind: 'end',
    code: 'CAPABILITY_DENIED',
  })
})

test('a withheld permission rejects each call with a catchable error; the denial is recorded once', async () => {
  const { seam } = seamWith({ llm: false, declared: { ...nothing, llm: true, secrets: ['WITHHELD'] } })
  const revoked = { kind: 'rejected', name: 'CapabilityRevoked' }
  expect(await seam.call('llm.complete', { prompt: 'What?' }, 1)).toMatchObject(revoked)
  expect(await seam.call('llm.complete', { prompt: 'Why?' }, 1)).toMatchObject(revoked)
  expect(await seam.call('secrets.get', { name: 'WITHHELD' }, 1)).toMatchObject(revoked)
  expect(seam.denied()).toEqual([
    { permission: 'llm', item: '', by: ['tier'] },
    { permission: 'secrets', item: 'WITHHELD', by: ['approval'] },
  ])
})

test('journals a call that waits for an outside answer before it suspends the execution', async () => {
  const { written, durable } = durableJournal()
  const { seam, answers } = seamWith({ durable })
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

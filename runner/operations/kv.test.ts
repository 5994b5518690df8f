import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JournalEntry } from '../contract/journal.ts'
import type { Permissions } from '../contract/manifest.ts'
import type { Json } from '../contract/skill-io.ts'
import { hashOf } from '../core/hash.ts'
import type { HostSeamOptions } from '../host/host-seam.ts'
import { createJournalWriter } from '../journal/journal-writer.ts'
import { goOnFrom } from '../run/reopen.ts'
import type { ValueServices, ValueStore } from './kv.ts'
import { sessionWithoutFetch } from './testing/session-without-fetch.ts'
import { testSeam } from './testing/test-seam.ts'

const realValue = 'r3al-value-of-the-key'
const session = sessionWithoutFetch([realValue])

/** A store in memory without limits, and what it was asked. */
function storeOf(limit?: 'keys' | 'bytes') {
  const texts = new Map<string, string>()
  const asked: string[] = []
  const values: ValueStore = {
    async get({ skill, principal }, key) {
      asked.push(`get ${skill} ${principal.id} ${key}`)
      return texts.get(key)
    },
    async put({ skill, principal }, key, value) {
      asked.push(`put ${skill} ${principal.id} ${key} ${value}`)
      if (limit !== undefined) return limit
      if (value === undefined) texts.delete(key)
      else texts.set(key, value)
      return undefined
    },
  }
  return { values, asked }
}

type Options = Pick<HostSeamOptions, 'durable'> & ValueServices & { storage?: boolean; declared?: Permissions }

function seamWith({ storage = true, declared, durable, values }: Options) {
  return testSeam({ storage }, { grant: declared && { declared }, session, services: { values }, durable })
}

test('stores any JSON under its key, for the skill and the principal of the execution', async () => {
  const { values, asked } = storeOf()
  const seam = seamWith({ values })
  const value = { zz: ['ü\u0000\ud800', null, 1.5], a: true }
  expect(await seam.call('kv.put', { key: 'état 1', value }, 1)).toEqual({ kind: 'value', value: null })
  expect(await seam.call('kv.get', { key: 'état 1' }, 1)).toEqual({ kind: 'value', value })
  expect(await seam.call('kv.get', { key: 'other' }, 1)).toEqual({ kind: 'value', value: null })
  await seam.call('kv.put', { key: 'état 1', value: null }, 1)
  expect(await seam.call('kv.get', { key: 'état 1' }, 1)).toEqual({ kind: 'value', value: null })
  expect(asked.map((text) => text.split(' ').slice(0, 4).join(' '))).toEqual([
    'put probe ada état',
    'get probe ada état',
    'get probe ada other',
    'put probe ada état',
    'get probe ada état',
  ])
})

test('gives the skill any JSON as it was stored, whatever its shape', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (given) => {
      const value: Json = JSON.parse(JSON.stringify(given))
      const seam = seamWith(storeOf())
      await seam.call('kv.put', { key: 'k', value }, 1)
      expect(await seam.call('kv.get', { key: 'k' }, 1)).toEqual({ kind: 'value', value })
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['keys', 'the store has 256 keys, the most that it may have'],
  ['bytes', 'the store would have more than 64 KB'],
] as const)('a full store (%s) is a catchable error that names the limit', async (limit, message) => {
  const seam = seamWith({ values: storeOf(limit).values })
  expect(await seam.call('kv.put', { key: 'a', value: 1 }, 1)).toEqual({
    kind: 'rejected',
    name: 'QuotaExceeded',
    message: expect.stringContaining(message),
  })
})

describe('a key', () => {
  test.each(['a', ' ', 'é', '𝒳'.repeat(128), 'a/b:c {"x"}', '../../etc'])('may be %j', async (key) => {
    const { values, asked } = storeOf()
    await seamWith({ values }).call('kv.put', { key, value: 1 }, 1)
    expect(asked).toHaveLength(1)
  })

  test.each(['', 'x'.repeat(129), 'a\nb', 'a\0', '\u202ea', 'a\u200b', '\u2028', '\ud800', null, 7, ['a']])(
    'may not be %j',
    async (key) => {
      const { values, asked } = storeOf()
      const seam = seamWith({ values })
      const refused = { kind: 'rejected', name: 'TypeError', message: expect.stringContaining(': key: must ') }
      expect(await seam.call('kv.put', { key, value: 1 }, 1)).toEqual(refused)
      expect(await seam.call('kv.get', { key }, 1)).toEqual(refused)
      expect(asked).toEqual([])
    },
  )
})

test.each([{ key: 'a' }, { key: 'a', value: 1, skill: 'other' }, { key: 'a', value: 1, principal: 'other' }, 'a'])(
  'rejects the arguments %j and stores nothing',
  async (args) => {
    const { values, asked } = storeOf()
    expect(await seamWith({ values }).call('kv.put', args, 1)).toMatchObject({ kind: 'rejected', name: 'TypeError' })
    expect(asked).toEqual([])
  },
)

test.each<Json>([
  { key: 'a', value: [`of ${realValue}`] },
  { key: realValue, value: 1 },
])('never stores a credential: %j', async (args) => {
  const { values, asked } = storeOf()
  const seam = seamWith({ values })
  expect(await seam.call('kv.put', args, 1)).toMatchObject({ kind: 'rejected', name: 'TypeError' })
  expect(asked).toEqual([])
  expect(JSON.stringify(seam.journal)).not.toContain(realValue)
})

test('a store that fails, or none, is a catchable error that does not reveal the cause', async () => {
  const fails = () => Promise.reject(new Error('postgresql://user:word@host'))
  for (const values of [{ get: fails, put: fails }, undefined]) {
    const seam = seamWith({ values })
    const refused = {
      kind: 'rejected',
      name: 'StorageError',
      message: 'The stored values cannot be used at the moment',
    }
    expect(await seam.call('kv.get', { key: 'a' }, 1)).toEqual(refused)
    expect(await seam.call('kv.put', { key: 'a', value: 1 }, 1)).toEqual(refused)
  }
})

test('the journal has each call, a large value as its hash', async () => {
  const seam = seamWith(storeOf())
  await seam.call('kv.put', { key: 'a', value: { b: 1 } }, 5)
  await seam.call('kv.put', { key: 'b', value: 'x'.repeat(10_000) }, 4)
  await seam.call('kv.get', { key: 'a' }, 3)
  expect(seam.journal).toMatchObject([
    { op: 'kv.put', args: { key: 'a', value: { b: 1 } }, result: { kind: 'value', value: null }, fuel_left: 5 },
    { op: 'kv.put', args: { key: 'b', value: { hash: expect.any(String), bytes: 10_002 } }, fuel_left: 4 },
    { op: 'kv.get', args: { key: 'a' }, result: { kind: 'value', value: { b: 1 } }, fuel_left: 3 },
  ])
})

test('a put is journaled before it is made, and so is every answer that the skill saw before', async () => {
  const steps: string[] = []
  const writer = createJournalWriter(async (entries) => {
    for (const { op, result } of entries) steps.push(`${op} ${result.kind}`)
  })
  const { values } = storeOf()
  const put: ValueStore['put'] = (...given) => {
    steps.push('put')
    return values.put(...given)
  }
  const seam = seamWith({ values: { ...values, put }, durable: { writer, past: [], known: 0, isLazy: true } })
  await seam.call('kv.get', { key: 'a' }, 1)
  await seam.call('kv.put', { key: 'a', value: 1 }, 1)
  expect(steps).toEqual(['kv.get value', 'kv.put unanswered', 'put', 'kv.put value'])
})

test('a process that takes over answers earlier calls from the journal, and repeats no put', async () => {
  const { values, asked } = storeOf()
  const [read, write] = [{ key: 'a' }, { key: 'a', value: 6 }]
  const common = { settled: 0, fuel_left: 1, duration_ms: 0 }
  const value = { kind: 'value', value: 5 } as const
  const first: JournalEntry = { ...common, seq: 0, op: 'kv.get', args: read, args_hash: hashOf(read), result: value }
  const unanswered = { op: 'kv.put', args: write, args_hash: hashOf(write), result: { kind: 'unanswered' } } as const
  const past = new Map([
    [0, { entry: first, answer: value }],
    [1, { entry: { seq: 1, fuel_left: 1, duration_ms: 0, ...unanswered }, answer: undefined }],
  ])
  const seam = goOnFrom(past, 2)(seamWith({ values }), { comparesFuel: false })
  expect(await seam.call('kv.get', read, 1)).toEqual(value)
  expect(await seam.call('kv.put', write, 1)).toMatchObject({ kind: 'end', code: 'INTERRUPTED' })
  expect(asked).toEqual([])
  // The row of its journal may have been removed.
  const without = goOnFrom(new Map(), 1)(seamWith({ values }), { comparesFuel: false })
  expect(await without.call('kv.put', write, 1)).toMatchObject({ kind: 'end', code: 'INTERRUPTED' })
  expect(asked).toEqual([])
})

import { expect, test } from 'vitest'
import type { JournalEntry } from '../contract/journal.ts'
import type { Json } from '../contract/skill-io.ts'
import { createMemoryAnswers } from '../journal/testing/memory-answers.ts'
import { reopen } from './reopen.ts'

const request = (method: string): Json => ({ url: 'https://api.example.com/', method })
/** A journal with a second call but no first. */
const journal: readonly JournalEntry[] = [
  { seq: 1, op: 'secrets.get', args: {}, result: { kind: 'unanswered' }, fuel_left: 1, duration_ms: 0 },
]

test.each([
  ['POST', 'end', 0],
  ['GET', 'value', 1],
] as const)('a %s without an entry gets an answer of kind %s, after %i requests', async (method, kind, times) => {
  const reopened = await reopen({ journal }, createMemoryAnswers())
  if (typeof reopened === 'number') throw new Error('Expected all answers to be stored')
  let asked = 0
  const ask = async () => {
    asked += 1
    return { answer: { kind: 'value', value: null }, settled: undefined } as const
  }
  const seam = reopened.goOn({ ask, repeated: () => {} }, { comparesFuel: true })
  const answer = await seam.call('fetch', request(method), 1)
  expect(answer).toMatchObject(kind === 'end' ? { kind, code: 'INTERRUPTED' } : { kind })
  expect(asked).toBe(times)
})

test('knows the hosts whose responses it got, also by a redirect, and continues after its last call', async () => {
  const value = (url: string) => ({ kind: 'value' as const, value: { status: 200, url, headers: [] } })
  const entry = (seq: number, more: Partial<JournalEntry>): JournalEntry => ({
    ...{
      seq,
      op: 'fetch',
      args: request('GET'),
      result: { kind: 'unanswered' },
      fuel_left: 1,
      duration_ms: 0,
      ...more,
    },
  })
  const answered = [
    entry(0, { settled: 0, result: value('https://api.example.com/') }),
    entry(1, { settled: 1, result: value('https://other.example.com:8443/') }),
    entry(2, { settled: 2, args: { hash: 'a', bytes: 9 }, result: value('no address') }),
    entry(3, {
      settled: 3,
      args: { url: 'https://lost.example.com/' },
      result: { kind: 'rejected', name: 'E', message: '' },
    }),
    entry(4, { settled: 4, op: 'kv.get', result: value('https://stored.example.com/') }),
  ]
  const reopened = await reopen({ journal: [...answered, entry(6, {})] }, createMemoryAnswers())
  expect(reopened).toMatchObject({
    ...{ past: answered, known: 7, queriedHosts: ['api.example.com', 'other.example.com:8443'] },
  })
})

test('sends a request that is the first after the known ones', async () => {
  const reopened = await reopen({ journal: [] }, createMemoryAnswers())
  if (typeof reopened === 'number') throw new Error('Expected all answers to be stored')
  const ask = async () => ({ answer: { kind: 'value', value: null }, settled: undefined }) as const
  const seam = reopened.goOn({ ask, repeated: () => {} }, { comparesFuel: true })
  expect(await seam.call('fetch', request('POST'), 1)).toMatchObject({ kind: 'value' })
})

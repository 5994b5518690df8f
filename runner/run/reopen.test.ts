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

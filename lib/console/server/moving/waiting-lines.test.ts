import { expect, test } from 'vitest'
import { JournalEntry } from '#runner/contract/journal.ts'
import { waitsForModel } from './waiting-lines.ts'

const entry = (op: string, result: object) =>
  JournalEntry.parse({ seq: 0, op, args: {}, result, fuel_left: 1, duration_ms: 0 })
const [awaited, unanswered] = [{ kind: 'awaited' }, { kind: 'unanswered' }]
const value = { kind: 'value', value: 1 }

test('an execution moves only if answers of its model are missing, and nothing else, and it has used no small store', () => {
  const asks = entry('llm.complete', awaited)
  expect(waitsForModel([asks])).toBe(true)
  expect(waitsForModel([entry('fetch', value), entry('llm.predict', awaited), asks])).toBe(true)
  for (const journal of [
    [],
    [entry('llm.complete', value)],
    [entry('fetch', awaited)],
    [asks, entry('fetch', awaited)],
    [asks, entry('fetch', unanswered)],
    [asks, entry('kv.put', value)],
  ]) {
    expect(waitsForModel(journal)).toBe(false)
  }
})

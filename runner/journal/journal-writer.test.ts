import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JournalEntry } from '../contract/journal.ts'
import { createJournalWriter } from './journal-writer.ts'

const entryOf = (seq: number): JournalEntry => ({
  seq,
  op: 'fetch',
  args: {},
  result: { kind: 'unanswered' },
  fuel_left: 0,
  duration_ms: 0,
})

test('batches entries that arrive during a write into the next one', async () => {
  const batches: number[][] = []
  const first = Promise.withResolvers<void>()
  const writer = createJournalWriter(async (entries) => {
    batches.push(entries.map(({ seq }) => seq))
    if (batches.length === 1) await first.promise
  })
  const begun = writer.write(entryOf(0))
  await Promise.resolve()
  const others = [writer.write(entryOf(1)), writer.write(entryOf(2))]
  await Promise.resolve()
  expect(batches).toEqual([[0]])
  first.resolve()
  await Promise.all([begun, ...others])
  expect(batches).toEqual([[0], [1, 2]])
})

test('writes every entry once, in order, and resolves no entry before it is written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 20 }), async (scheduler, count) => {
      const given: number[] = []
      const written: number[] = []
      const writer = createJournalWriter(async (entries) => {
        await scheduler.schedule(Promise.resolve())
        written.push(...entries.map(({ seq }) => seq))
      })
      const all = Array.from({ length: count }, async (_, seq) => {
        await scheduler.schedule(Promise.resolve())
        given.push(seq)
        await writer.write(entryOf(seq))
        expect(written).toContain(seq)
      })
      await scheduler.waitFor(Promise.all(all))
      expect(written).toEqual(given)
      expect(written).toHaveLength(count)
    }),
  )
})

test('stops writing after a failed write, and rejects every later entry', async () => {
  let writes = 0
  const writer = createJournalWriter(async () => {
    writes += 1
    throw new Error('the database is unavailable')
  })
  await expect(writer.write(entryOf(0))).rejects.toThrow('the database is unavailable')
  await expect(writer.write(entryOf(1))).rejects.toThrow('the database is unavailable')
  expect(writes).toBe(1)
})

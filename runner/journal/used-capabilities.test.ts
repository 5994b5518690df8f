import { expect, it } from 'vitest'
import type { JournalEntry } from '../contract/journal.ts'
import { usedCapabilities } from './used-capabilities.ts'

const entry = (op: JournalEntry['op'], args: JournalEntry['args']): JournalEntry => ({
  seq: 0,
  op,
  args,
  result: { kind: 'unanswered' },
  fuel_left: 0,
  duration_ms: 0,
})

it('counts the calls of each operation, and fetch calls separately for each host', () => {
  const journal = [
    entry('fetch', { url: 'https://a.example/x?y' }),
    entry('time.offset', { pairs: [] }),
    entry('fetch', { url: 'https://a.example/z' }),
    entry('fetch', { url: 'https://b.example:8443/' }),
    entry('fetch', { url: 'no address' }),
    entry('fetch', null),
  ]
  expect(usedCapabilities(journal, () => undefined)).toEqual([
    { op: 'fetch', host: 'a.example', calls: 2 },
    { op: 'time.offset', calls: 1 },
    { op: 'fetch', host: 'b.example:8443', calls: 1 },
    { op: 'fetch', calls: 2 },
  ])
})

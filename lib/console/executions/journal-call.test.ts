import { expect, test } from 'vitest'
import type { JournalResult } from '#runner/contract/journal.ts'
import { callOf } from './journal-call.ts'

const outcomes: readonly (readonly [JournalResult, string])[] = [
  [{ kind: 'ended', code: 'EGRESS_BLOCKED' }, 'refused'],
  [{ kind: 'ended', code: 'CAPABILITY_DENIED' }, 'refused'],
  [{ kind: 'ended', code: 'NOT_CONFIGURED' }, 'refused'],
  // The request was in flight when its process ended.
  [{ kind: 'ended', code: 'INTERRUPTED' }, 'unknown'],
  [{ kind: 'ended', code: 'SKILL_CRASHED' }, 'failed'],
  [{ kind: 'unanswered' }, 'unknown'],
  [{ kind: 'rejected', name: 'NetworkError', message: 'connection reset' }, 'failed'],
]

test.each(outcomes)('a call is shown as refused only if the host did not send it: %o is %s', (result, outcome) => {
  const args = { url: 'https://api.example.com/orders', method: 'POST' }
  const call = callOf({ seq: 1, op: 'fetch', args, result, fuel_left: 40_000_000, duration_ms: 3 })
  expect(call.outcome).toBe(outcome)
})

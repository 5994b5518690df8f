import { expect, test } from 'vitest'
import type { JournalResult } from '#runner/contract/journal.ts'
import { fetchOperations } from '#runner/operations/fetch.ts'
import { createRedactor } from '#runner/redact/redact.ts'
import { callOf } from './journal-call.ts'

const context = { startMs: 1_000, sizes: new Map([['h', 2_048]]) }

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
  const call = callOf({ seq: 1, op: 'fetch', args, result, fuel_left: 40_000_000, duration_ms: 3 }, true, context)
  expect(call.outcome).toBe(outcome)
})

test('a request with a body, of which the journal has only the hash, shows its method, host and path, and the status, size and start', () => {
  const shown = fetchOperations.fetch.shown(
    { url: 'https://api.example.com/v1/orders?page=2', method: 'POST', headers: [], body: { text: '{"seats":2}' } },
    createRedactor([]),
  )
  const result: JournalResult = { kind: 'value', value: { status: 201, url: '', headers: [] } }
  const call = callOf(
    { seq: 1, op: 'fetch', args: shown, result, fuel_left: 0, began_ms: 1_030, result_hash: 'h', duration_ms: 3 },
    true,
    context,
  )
  expect(call).toMatchObject({
    title: 'POST api.example.com',
    note: '/v1/orders?page=2',
    status: 201,
    bytes: 2_048,
    at_ms: 30,
  })
})

test('shows what a program wrote in one line, with each character that nobody sees spelled out', () => {
  const args = { url: 'https://api.example.com/a', method: 'GET', headers: [] }
  const result: JournalResult = { kind: 'rejected', name: 'Error', message: 'no\u202e\n\nrefused by the operator' }
  const call = callOf({ seq: 1, op: 'fetch', args, result, fuel_left: 0, duration_ms: 3 }, true, context)
  expect(call.result).toBe('no\\u202e\\u000a\\u000arefused by the operator')
})

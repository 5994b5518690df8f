import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { JournalCall } from '#lib/shared/console-executions.ts'
import { ExecutionStatus } from './execution-status.tsx'
import { fuelTone } from './execution-words.ts'
import { Journal } from './journal.tsx'
import { LlmExchange } from './llm-exchange.tsx'
import { failedExecution as execution } from './testing/failed-execution.ts'

/** Renders a journal with one call that has this outcome and result. Returns its row. */
function renderCall(end: Pick<JournalCall, 'outcome' | 'result'>): HTMLElement {
  const call = { seq: 1, op: 'fetch', title: 'POST api.example.com', note: '', duration_ms: 3, fuel_left: 40, ...end }
  const { container } = render(<Journal execution={{ ...execution, journal: [call] }} />)
  const [, row] = within(container).getAllByRole('listitem')
  if (row === undefined) throw new Error('the journal has no row for the call')
  return row
}

test.each([
  ['CAPABILITY_DENIED', 'Refused, nothing was sent '],
  ['EGRESS_BLOCKED', 'Refused, nothing was sent to the refused address '],
])('a call refused with %s is highlighted and states what was not sent', (result, words) => {
  const row = renderCall({ outcome: 'refused', result })
  expect(row.className).toContain('is-refused')
  expect(row.textContent).toContain(words)
})

test('a request that may have arrived is not shown as refused', () => {
  const row = renderCall({ outcome: 'unknown', result: 'INTERRUPTED' })
  expect(row.className).not.toContain('is-refused')
  expect(row.textContent).toContain('It may or may not have arrived')
  expect(row.textContent).not.toContain('nothing was sent')
})

test('the journal of a cancelled execution ends with "Cancelled"', () => {
  const { container } = render(<Journal execution={{ ...execution, state: 'cancelled', error_code: 'CANCELLED' }} />)
  expect(within(container).getAllByRole('listitem').at(-1)?.textContent).toContain('endCancelled')
})

test('shows why a response of the model is missing, and how many of the prompts are shown', () => {
  const prompt = { text: 'Sum up', length: 6 }
  const asked = { seq: 40, model: 'default', prompt, response: null, no_response: 'The response is no longer stored.' }
  render(<LlmExchange execution={{ ...execution, llm: [asked], llm_length: 30 }} />)
  expect(screen.getByText('The response is no longer stored.')).toBeDefined()
  expect(screen.getByText('the latest 1 of 30 prompts')).toBeDefined()
})

test('shows the reason of a failure in place of "Failed"', () => {
  render(<ExecutionStatus execution={execution} />)
  expect(screen.getByText('Host refused')).toBeTruthy()
  expect(screen.queryByText(/failed/i)).toBeNull()
})

test.each([
  [50, 'plain'],
  [25, 'plain'],
  [24.9, 'warn'],
  [0, 'stop'],
])('%d of 50 M fuel left is shown as %s', (left, tone) => {
  expect(fuelTone(left, 50)).toBe(tone)
})

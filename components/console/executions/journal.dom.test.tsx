import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { JournalCall } from '#lib/console/model/console-executions.ts'
import { ExecutionStatus } from './execution-status.tsx'
import { fuelTone } from './execution-words.ts'
import { Journal, timelineOf } from './journal.tsx'
import { LlmExchange } from './llm-exchange.tsx'
import { failedExecution as execution } from './testing/failed-execution.ts'

const timed = { status: null, bytes: null, at_ms: null, duration_ms: 1, fuel_left: 40 }

/** Renders a journal with one call that has this outcome and result. Returns its row. */
function renderCall(end: Pick<JournalCall, 'outcome' | 'result'>): HTMLElement {
  const call = { ...timed, seq: 1, op: 'fetch', title: 'POST api.example.com', note: '', duration_ms: 3, ...end }
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

test('a call that waits shows no time, because it is not known yet', () => {
  const row = renderCall({ outcome: 'waiting', result: '' })
  expect(row.textContent).toContain('Waiting')
  expect(row.textContent).not.toContain('ms')
})

const callsOf = (count: number): JournalCall[] =>
  Array.from({ length: count }, (_, index) => ({
    seq: index + 1,
    op: 'console.log',
    title: `line ${index + 1}`,
    note: '',
    outcome: 'done',
    result: '',
    ...timed,
  }))
const shown = () => screen.getAllByText(/^line \d+$/).map(({ textContent }) => textContent)

test('shows the first and last calls of a long journal, every refused or failed one, and all on request', async () => {
  const journal = callsOf(100).map((call) => ({
    ...call,
    ...(call.seq === 40 && { outcome: 'refused' as const }),
    ...(call.seq === 60 && { outcome: 'failed' as const }),
  }))
  render(<Journal execution={{ ...execution, journal, journal_length: 100 }} />)
  const line = (number: number) => `line ${number}`
  const first = Array.from({ length: 20 }, (_, index) => line(index + 1))
  const last = Array.from({ length: 20 }, (_, index) => line(index + 81))
  expect(shown()).toEqual([...first, line(40), line(60), ...last])
  await userEvent.click(screen.getByRole('button', { name: 'Show all 100 host calls', expanded: false }))
  expect(shown()).toHaveLength(100)
  const hide = screen.getByRole('button', { name: 'Hide 58 host calls', expanded: true })
  expect(document.activeElement).toBe(hide)
  await userEvent.click(hide)
  expect(shown()).toHaveLength(42)
})

test('a journal of 40 calls is shown whole, without a button', () => {
  render(<Journal execution={{ ...execution, journal: callsOf(40), journal_length: 40 }} />)
  expect(shown()).toHaveLength(40)
  expect(screen.queryByRole('button')).toBeNull()
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
])('%d of 50 units of fuel left is shown as %s', (left, tone) => {
  expect(fuelTone(left, 50)).toBe(tone)
})

test('a call has its place on the time axis, and says its status, its size and when it began', () => {
  const journal = [
    { ...timed, seq: 1, op: 'time.now', title: '', note: '', outcome: 'done' as const, result: '', at_ms: 0 },
    {
      ...timed,
      seq: 2,
      op: 'fetch',
      title: 'GET api.example.com',
      note: '',
      outcome: 'done' as const,
      result: '',
      status: 401,
      bytes: 188_416,
      at_ms: 100,
      duration_ms: 300,
    },
  ]
  const { container } = render(<Journal execution={{ ...execution, journal }} />)
  expect(screen.getByText('401').className).toContain('tone-stop')
  expect(screen.getByText(/184 KB, 300 ms/)).toBeTruthy()
  expect(screen.getByText('at 100 ms')).toBeTruthy()
  expect(journal.map(timelineOf(journal).placeOf)).toEqual([
    { left: 'min(0%, 100% - 2px)', width: 'max(2px, 0.25%)' },
    { left: 'min(25%, 100% - 2px)', width: 'max(2px, 75%)' },
  ])
  expect([...container.querySelectorAll('.journal-axis i')].map(({ textContent }) => textContent)).toEqual([
    '0 ms',
    '100 ms',
    '200 ms',
    '300 ms',
    '400 ms',
  ])
})

test('a filter finds calls also in the hidden middle of a long journal', async () => {
  render(<Journal execution={{ ...execution, journal: callsOf(400), journal_length: 400 }} />)
  await userEvent.type(screen.getByLabelText('Filter the host calls'), 'line 20')
  expect(shown()).toEqual(['line 20', ...Array.from({ length: 10 }, (_, index) => `line ${200 + index}`)])
  expect(screen.getByText('11 host calls')).toBeTruthy()
})

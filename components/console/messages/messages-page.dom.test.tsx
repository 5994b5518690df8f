import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ConsoleMessage } from '#lib/agents/model/operator-message-view.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { MessagesPage } from './messages-page.tsx'

const failed: ConsoleMessage = {
  id: 'msg_1',
  execution_id: 'exec_1',
  skill: 'send-message',
  by: { actor: { kind: 'agent_key', id: 'agent_1' }, name: 'voice' },
  text: '<b>Hello</b>\nCall back',
  urgent: true,
  state: 'delivery_failed',
  attempts: 2,
  channel: 'webhook',
  last_error: 'The webhook answered with status 503',
  noted_at: '2026-11-24T09:00:00.000Z',
  tried_at: '2026-11-24T09:01:00.000Z',
  delivered_at: null,
  is_read: false,
  next_attempt_at: '2026-11-24T09:02:00.000Z',
}
const delivered: ConsoleMessage = { ...failed, id: 'msg_2', state: 'delivered', last_error: null, urgent: false }

/** Opens the page. Each change gets `answer`. Returns the sent changes. */
async function open(messages: readonly ConsoleMessage[], channel: string | null = 'webhook', answer = changed) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET') return Response.json({ channel, undelivered: 1, messages, next: null })
    sent.push([`${method} ${path}`, ...(body === undefined ? [] : [JSON.parse(String(body))])])
    return answer(path)
  })
  openInConsole(<MessagesPage />)
  await screen.findByRole('table')
  return sent
}
const changed = (path: string) => Response.json(/\d$/.test(path) ? { done: true } : failed)

test('shows a message as plain text, with its sender, state, attempts and last error', async () => {
  await open([failed])
  const row = within(screen.getAllByRole('row')[1] ?? document.body)
  expect(row.getByText(/<b>Hello<\/b>/).innerHTML).not.toContain('<b>')
  expect(row.getAllByText('Delivery failed')).toBeDefined()
  expect(row.getByRole('link', { name: 'agent key voice' }).getAttribute('href')).toBe('/console/agents/voice')
  expect(row.getAllByText('2 attempts')).toBeDefined()
  expect(row.getByText(/The webhook answered with status 503/)).toBeDefined()
  expect(row.getByText('Urgent')).toBeDefined()
})

test('retries a delivery, and announces the retry', async () => {
  const sent = await open([failed])
  await userEvent.click(screen.getByRole('button', { name: 'Try msg_1 now' }))
  expect(await screen.findByText('msg_1 is tried now.')).toBeTruthy()
  expect(sent).toEqual([['POST /api/console/messages/msg_1/retry']])
})

test('announces why a delivery is not retried', async () => {
  const error = { code: 'CONFLICT', message: 'This message is delivered already.' }
  await open([failed], 'webhook', () => Response.json({ error }, { status: 409 }))
  await userEvent.click(screen.getByRole('button', { name: 'Try msg_1 now' }))
  expect((await screen.findByRole('alert')).textContent).toBe(error.message)
})

test('offers no retry for a delivered message, nor without a channel', async () => {
  await open([delivered])
  expect(screen.queryByRole('button', { name: /^Try/ })).toBeNull()
  cleanup()
  await open([failed], null)
  expect(screen.queryByRole('button', { name: /^Try/ })).toBeNull()
})

test('marks a message as read, and asks before it deletes one that is not delivered', async () => {
  const sent = await open([failed, { ...delivered, is_read: true }])
  expect(screen.getAllByRole('button', { name: /as read$/ })).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Delete msg_1' }))
  expect(screen.getByRole('group').textContent).toContain('then never will be')
  await userEvent.click(screen.getByRole('button', { name: 'Delete message' }))
  expect(await screen.findByText('msg_1 is deleted.')).toBeTruthy()
  expect(sent).toEqual([['DELETE /api/console/messages/msg_1']])
})

test('failed messages are tried together, and several marked as read until one press takes that back', async () => {
  const calls = await open([failed, delivered])
  const choose = async () => {
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose msg_1' }))
    await userEvent.click(screen.getByRole('button', { name: 'Choose all on this page' }))
  }
  await choose()
  await userEvent.click(screen.getByRole('button', { name: 'Try 1 now' }))
  expect(await screen.findByText('1 message tried now.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await choose()
  await userEvent.click(screen.getByRole('button', { name: 'Mark 2 as read' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('That is undone.')).toBeTruthy()
  const reading = (is_read: boolean) =>
    ['msg_1', 'msg_2'].map((id) => [`POST /api/console/messages/${id}/read`, { is_read }])
  expect(calls).toEqual([['POST /api/console/messages/msg_1/retry'], ...reading(true), ...reading(false)])
})

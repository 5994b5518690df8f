import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { ConsoleMessage } from '#lib/agents/model/operator-message-view.ts'
import { ConsolePage, type DoneNote } from '../console-page.tsx'
import { MessageTable } from './message-table.tsx'

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

function renderTable(messages: readonly ConsoleMessage[], hasChannel = true) {
  const onDone = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page onDone={onDone}>
        <MessageTable messages={messages} hasChannel={hasChannel} />
      </Page>
    </QueryClientProvider>,
  )
  return onDone
}

function Page({ onDone, children }: { onDone: (note: DoneNote) => void; children: ReactNode }) {
  const [done, setDone] = useState<DoneNote>('')
  const say = (note: DoneNote) => {
    onDone(note)
    setDone(note)
  }
  return (
    <ConsolePage title="Messages" done={done} onDone={say}>
      {children}
    </ConsolePage>
  )
}

test('shows a message as plain text, with its sender, state, attempts and last error', () => {
  renderTable([failed])
  const row = within(screen.getAllByRole('row')[1] ?? document.body)
  expect(row.getByText(/<b>Hello<\/b>/).innerHTML).not.toContain('<b>')
  expect(row.getAllByText('Delivery failed')).toBeDefined()
  expect(row.getByRole('link', { name: 'agent key voice' }).getAttribute('href')).toBe('/console/agents/voice')
  expect(row.getAllByText('2 attempts')).toBeDefined()
  expect(row.getByText(/The webhook answered with status 503/)).toBeDefined()
  expect(row.getByText('Urgent')).toBeDefined()
})

test('retries a delivery, and announces the retry', async () => {
  const answer = vi.fn(async () => Response.json({ ...failed, state: 'pending' }))
  vi.stubGlobal('fetch', answer)
  const onDone = renderTable([failed])
  await userEvent.click(screen.getByRole('button', { name: 'Try msg_1 now' }))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith('msg_1 is tried now.'), { timeout: 30_000 })
  expect(answer).toHaveBeenCalledWith('/api/console/messages/msg_1/retry', expect.objectContaining({ method: 'POST' }))
})

test('announces why a delivery is not retried', async () => {
  const error = { code: 'CONFLICT', message: 'This message is delivered already.' }
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 409 }))
  renderTable([failed])
  await userEvent.click(screen.getByRole('button', { name: 'Try msg_1 now' }))
  expect((await screen.findByRole('alert')).textContent).toBe(error.message)
})

test('offers no retry for a delivered message, nor without a channel', () => {
  renderTable([delivered])
  renderTable([failed], false)
  expect(screen.queryByRole('button', { name: /^Try/ })).toBeNull()
})

test('marks a message as read, and asks before it deletes one that is not delivered', async () => {
  const answer = vi.fn(async () => Response.json({ done: true }))
  vi.stubGlobal('fetch', answer)
  const onDone = renderTable([failed, { ...delivered, is_read: true }])
  expect(screen.getAllByRole('button', { name: /as read$/ })).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Delete msg_1' }))
  expect(screen.getByRole('group').textContent).toContain('then never will be')
  await userEvent.click(screen.getByRole('button', { name: 'Delete message' }))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith('msg_1 is deleted.'), { timeout: 30_000 })
  expect(answer).toHaveBeenCalledWith('/api/console/messages/msg_1', expect.objectContaining({ method: 'DELETE' }))
})

test('failed messages are tried together, and several marked as read until one press takes that back', async () => {
  const calls: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    calls.push([path, body])
    return Response.json(failed)
  })
  renderTable([failed, delivered])
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
    ['msg_1', 'msg_2'].map((id) => [`/api/console/messages/${id}/read`, JSON.stringify({ is_read })])
  expect(calls).toEqual([['/api/console/messages/msg_1/retry', undefined], ...reading(true), ...reading(false)])
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ConsoleKeyRing } from '#lib/console/model/console-credential.ts'
import { makeCredential } from '../testing/make-credential.ts'
import { DeleteCredential } from './delete-credential.tsx'
import { KeyRing } from './key-ring.tsx'

const resting: ConsoleKeyRing = {
  newest: '0123456789abcdef',
  older: 0,
  values: { total: 4, left: 0 },
  rotation: 'idle',
  unreadable: [],
  last: null,
}

function open(answers: { readonly before: ConsoleKeyRing; readonly after?: ConsoleKeyRing }) {
  let now = answers.before
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'POST') now = answers.after ?? now
    return Response.json(now)
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KeyRing />
    </QueryClientProvider>,
  )
}

test('a key rotation begins after a question and shows its progress, and a second one cannot be started', async () => {
  open({ before: resting, after: { ...resting, older: 1, values: { total: 4, left: 3 }, rotation: 'running' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Rotate key' }))
  const question = within(screen.getByRole('group', { name: 'Rotate the key?' }))
  await userEvent.click(question.getByRole('button', { name: 'Rotate key' }))
  expect(await screen.findByRole('progressbar', { name: '1 of 4 values' })).toHaveProperty('value', 1)
  expect(screen.getByRole('button', { name: 'Rotating …' }).getAttribute('aria-disabled')).toBe('true')
})

test('an interrupted key rotation is reported and can be continued', async () => {
  open({ before: { ...resting, older: 1, values: { total: 4, left: 3 }, rotation: 'failed' } })
  expect(await screen.findByText(/3 values are still under an older key: the rotation stopped/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Continue rotation' }).getAttribute('aria-disabled')).toBe('false')
})

test('values that no key can decrypt are listed, with the remedy', async () => {
  open({ before: { ...resting, older: 1, values: { total: 4, left: 1 }, unreadable: ['QUOTES_KEY'] } })
  expect(await screen.findByText('QUOTES_KEY')).toBeTruthy()
  expect(screen.getByText(/Enter these values again/)).toBeTruthy()
})

test('once every value is under the key in use, older keys remain until another rotation', async () => {
  open({ before: { ...resting, older: 1 } })
  expect(await screen.findByText(/Rotate it once more to drop the older keys/)).toBeTruthy()
  expect(screen.queryByText(/No key opens/)).toBeNull()
})

test('the key ring follows a deletion of the last value at once', async () => {
  // Without the polls, which use an interval, only the deletion leads to another request.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let total = 1
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method !== 'DELETE') return Response.json({ ...resting, values: { total, left: 0 } })
    total = 0
    return Response.json({ removed: 'REPORTS_API_KEY' })
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KeyRing />
      <DeleteCredential credential={makeCredential({ name: 'REPORTS_API_KEY' })} onDone={vi.fn()} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('every value is encrypted')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox'), 'REPORTS_API_KEY{Enter}')
  expect(await screen.findByText('nothing is encrypted yet')).toBeTruthy()
})

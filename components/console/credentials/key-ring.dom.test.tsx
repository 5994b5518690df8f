import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ConsoleKeyRing } from '#lib/shared/console-credential.ts'
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

test('a running key rotation shows its progress, and a second one cannot be started', async () => {
  open({ before: resting, after: { ...resting, older: 1, values: { total: 4, left: 3 }, rotation: 'running' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Rotate key' }))
  expect(await screen.findByRole('progressbar', { name: '1 of 4 values' })).toHaveProperty('value', 1)
  expect(screen.getByRole('button', { name: 'Rotating …' })).toHaveProperty('disabled', true)
})

test('an interrupted key rotation is reported and can be continued', async () => {
  open({ before: { ...resting, older: 1, values: { total: 4, left: 3 }, rotation: 'failed' } })
  expect(await screen.findByText(/3 values are still under an older key: the rotation stopped/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Continue rotation' })).toHaveProperty('disabled', false)
})

test('values that no key can decrypt are listed, with the remedy', async () => {
  open({ before: { ...resting, older: 1, values: { total: 4, left: 1 }, unreadable: ['QUOTES_KEY'] } })
  expect(await screen.findByText('QUOTES_KEY')).toBeTruthy()
  expect(screen.getByText(/Enter these values again/)).toBeTruthy()
})

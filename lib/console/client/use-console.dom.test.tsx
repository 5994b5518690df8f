import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { FirstAnswersContext } from './first-answers.ts'
import { showChange, useConsoleChange, useConsoleQuery } from './use-console.ts'

const Thing = z.object({ locked: z.boolean() })

function Lock({ onLocked }: { onLocked: () => void }) {
  const lock = useConsoleChange(Thing, '/thing/lock')
  return (
    <button type="button" onClick={() => lock.mutate(undefined, { onSuccess: onLocked })}>
      Lock
    </button>
  )
}

function Page({ onLocked }: { onLocked: () => void }) {
  const { data } = useConsoleQuery(Thing, '/thing')
  return data?.locked === false ? <Lock onLocked={onLocked} /> : <p>{data ? 'Locked' : 'Reading'}</p>
}

test('a form calls onSuccess, even if the new data removes the form', async () => {
  let locked = false
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    locked ||= method === 'POST'
    return Response.json({ locked })
  })
  const onLocked = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page onLocked={onLocked} />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Lock' }))
  expect(await screen.findByText('Locked')).toBeTruthy()
  expect(onLocked).toHaveBeenCalledOnce()
})

function Switch() {
  const { data } = useConsoleQuery(Thing, '/thing')
  const change = useConsoleChange(Thing, (_: boolean) => '/thing/lock', {
    shows: showChange('/thing', Thing, (thing, locked: boolean) => ({ ...thing, locked })),
  })
  return (
    <button type="button" onClick={() => change.mutate(true)}>
      {data === undefined ? 'Reading' : data.locked ? 'Locked' : 'Unlocked'}
    </button>
  )
}

test('a change is shown at once, and reverted if the server refuses it', async () => {
  const { promise: refused, resolve: refuse } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) =>
    method === 'POST' ? refused : Promise.resolve(Response.json({ locked: false })),
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Switch />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Unlocked' }))
  expect(await screen.findByRole('button', { name: 'Locked' })).toBeTruthy()
  refuse(Response.json({ error: { code: 'CONFLICT', message: 'No.' } }, { status: 409 }))
  expect(await screen.findByRole('button', { name: 'Unlocked' })).toBeTruthy()
})

const Reading = () => <p>{useConsoleQuery(Thing, '/thing').data ? 'Read' : 'Reading'}</p>

test.each([
  ['an answer that came with the page is shown without a request', { locked: true }, 'Read', 0],
  ['an answer in another shape is ignored, and the page asks for it', { locked: 'yes' }, 'Reading', 1],
])('%s', (_, answer, text, requests) => {
  const fetched = vi.fn(() => new Promise<Response>(() => {}))
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: 5_000 } } })}>
      <FirstAnswersContext value={{ answers: { '/thing': answer }, answeredAt: Date.now() }}>
        <Reading />
      </FirstAnswersContext>
    </QueryClientProvider>,
  )
  expect(screen.getByText(text)).toBeTruthy()
  expect(fetched).toHaveBeenCalledTimes(requests)
})

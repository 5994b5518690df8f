import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { showChange, useConsoleChange, useConsoleQuery } from './use-console.ts'

const Thing = z.object({ locked: z.boolean() })

function Lock({ onLocked }: { onLocked: () => void }) {
  const lock = useConsoleChange(Thing, {
    method: 'POST',
    path: (_: undefined) => '/thing/lock',
    body: () => undefined,
    invalidates: ['/thing'],
  })
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
  const change = useConsoleChange(Thing, {
    method: 'POST',
    path: (_: boolean) => '/thing/lock',
    invalidates: [],
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

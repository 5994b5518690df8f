import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Person } from '#lib/console/model/console-people.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { PeoplePage } from './people-page.tsx'

const ada: Person = {
  id: 'user_1',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'operator',
  is_disabled: false,
  is_self: true,
  has_password: true,
  providers: ['https://id.example'],
  created_at: '2026-11-20T09:00:00.000Z',
  signed_in_at: '2026-11-24T09:00:00.000Z',
  sessions: 1,
  seen_at: '2026-11-24T09:00:00.000Z',
}
const token = {
  id: 'ctok_1',
  name: 'Nightly',
  scopes: ['read'],
  owner: 'Ada',
  state: 'active',
  created_at: '2026-11-20T09:00:00.000Z',
  expires_at: '2027-11-20T09:00:00.000Z',
  last_used_at: null,
}
const secret = `ctk_${'a'.repeat(22)}`

function openPage(change: (path: string) => Response | Promise<Response> = () => Response.json({ done: true })) {
  const asked = vi.fn(async (path: string, { method }: RequestInit) => {
    if (method === 'POST') return change(path)
    if (path.endsWith('/console-tokens')) return Response.json({ tokens: [token] })
    return Response.json(path.endsWith('/user_1') ? { sign_ins: [], sessions: [] } : { people: [ada], next: null })
  })
  vi.stubGlobal('fetch', asked)
  return Object.assign(asked, { visited: openInConsole(<PeoplePage />) })
}

test('asks before an account is disabled, says that it is the own one, and announces the result', async () => {
  const user = userEvent.setup()
  const asked = openPage()
  await user.click(await screen.findByRole('button', { name: /Manage Ada/ }))
  await user.click(screen.getByRole('button', { name: 'Disable account' }))
  const question = screen.getByRole('group', { name: 'Disable account: Ada?' })
  expect(question.textContent).toContain('This is your own account')
  await user.click(within(question).getByRole('button', { name: 'Disable account' }))
  expect(await screen.findByText('Ada is disabled.')).toBeDefined()
  expect(asked).toHaveBeenCalledWith(
    '/api/console/people/user_1',
    expect.objectContaining({ method: 'POST', body: '{"change":"disable"}' }),
  )
})

test('finds people as they are typed, and keeps the focus in the field', async () => {
  const { visited } = openPage()
  const field = await screen.findByRole('searchbox', { name: 'Name or address' })
  await userEvent.type(field, 'ada')
  await vi.waitFor(() => expect(visited).toEqual(['/console/people?text=ada']), 30_000)
  expect(document.activeElement).toBe(field)
})

test('says why the last operator stays', async () => {
  const user = userEvent.setup()
  const error = { code: 'CONFLICT', message: 'This is the last operator. Make another person an operator first.' }
  openPage(() => Response.json({ error }, { status: 409 }))
  await user.click(await screen.findByRole('button', { name: /Manage Ada/ }))
  await user.click(screen.getByRole('button', { name: 'Withdraw operator rights' }))
  await user.click(screen.getByRole('button', { name: 'Withdraw rights' }))
  expect((await screen.findByRole('alert')).textContent).toBe(`The rights were not withdrawn. ${error.message}`)
})

test('a change that fails is not hidden by the question about another one', async () => {
  const user = userEvent.setup()
  const changing = Promise.withResolvers<Response>()
  const error = { code: 'CONFLICT', message: 'This is the last operator.' }
  openPage(() => changing.promise)
  await user.click(await screen.findByRole('button', { name: /Manage Ada/ }))
  await user.click(screen.getByRole('button', { name: 'Withdraw operator rights' }))
  await user.click(screen.getByRole('button', { name: 'Withdraw rights' }))
  await user.click(screen.getByRole('button', { name: 'Disable account' }))
  changing.resolve(Response.json({ error }, { status: 409 }))
  expect((await screen.findByRole('alert')).textContent).toBe(`The rights were not withdrawn. ${error.message}`)
})

test('makes a token and shows it until it is hidden', async () => {
  const user = userEvent.setup()
  const asked = openPage(() => Response.json({ ...token, token: secret }, { status: 201 }))
  await user.click(await screen.findByRole('button', { name: 'Make a token' }))
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Nightly')
  await user.click(screen.getByRole('button', { name: 'Make token' }))
  expect(await screen.findByText(secret)).toBeDefined()
  expect(asked).toHaveBeenCalledWith(
    '/api/console/console-tokens',
    expect.objectContaining({ body: '{"name":"Nightly","scopes":["read"],"expires_in_days":90}' }),
  )
  await user.click(screen.getByRole('button', { name: 'Hide it' }))
  expect(screen.queryByText(secret)).toBeNull()
})

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AgentKeyView } from '#lib/agents/model/agent-key-schema.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { AgentKeysPage } from './agent-keys-page.tsx'

const row: AgentKeyView = {
  id: 'agent_1',
  slug: 'voice',
  description: 'The phone',
  skills: ['calendar', 'send-message'],
  source: 'main',
  state: 'active',
  created_at: '2026-11-20T09:00:00.000Z',
  expires_at: null,
  last_used_at: null,
}
const key = `agk_${'a'.repeat(22)}`
const skills = [
  { name: 'calendar', description: 'Looks up events.' },
  { name: 'flight-search', description: 'Searches flights.' },
]

type Answer = (path: string, init: RequestInit) => Response | undefined

function renderPage(keys: readonly AgentKeyView[], answer: Answer = () => undefined) {
  const asked = vi.fn(async (path: string, init: RequestInit) => answer(path, init) ?? Response.json({ keys, skills }))
  vi.stubGlobal('fetch', asked)
  openInConsole(<AgentKeysPage />)
  return asked
}

test('lists what each key may call and when it was used last, and offers to revoke only active keys', async () => {
  const used = { ...row, id: 'agent_2', slug: 'old', state: 'revoked' as const, skills: ['*'] }
  renderPage([row, used])
  const [, first, second] = await screen.findAllByRole('row')
  const one = within(first ?? document.body)
  for (const text of ['voice', 'Active', 'calendar, send-message', 'Operator'])
    expect(one.getByText(text)).toBeDefined()
  expect(one.getAllByText('Never')).toHaveLength(3)
  const two = within(second ?? document.body)
  expect(two.getByText('All, also later ones')).toBeDefined()
  expect(two.queryByRole('button')).toBeNull()
})

test('makes a key for the chosen skills and shows it until it is hidden', async () => {
  const asked = renderPage([], (_, { method }) =>
    method === 'POST' ? Response.json({ ...row, key }, { status: 201 }) : undefined,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Make a key' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Agent' }), 'voice')
  await userEvent.click(screen.getByRole('checkbox', { name: /calendar/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Make key' }))
  expect(await screen.findByText(key)).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /The key of voice/ }))
  const sent = asked.mock.calls.find(([, { method }]) => method === 'POST')?.[1].body
  expect(JSON.parse(String(sent))).toEqual({
    slug: 'voice',
    description: '',
    source: 'dm-unknown',
    skills: ['calendar'],
  })
  const maker = screen.getByRole('button', { name: 'Make a key' })
  for (const isOpen of ['true', 'false']) {
    await userEvent.click(maker)
    expect(maker.getAttribute('aria-expanded')).toBe(isOpen)
    expect(document.body.textContent).toContain(key)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Hide it' }))
  expect(document.body.textContent).not.toContain(key)
  await waitFor(() => expect(document.activeElement).toBe(maker))
})

const refusing = (details: object) =>
  renderPage([], (_, { method }) => {
    const error = { code: 'INVALID_INPUT', message: `The request is not valid: ${JSON.stringify(details)}`, details }
    return method === 'POST' ? Response.json({ error }, { status: 400 }) : undefined
  })

test.each([
  [
    { slug: 'must be lower-case words joined by hyphens', skills: 'must name at least one skill, or * for all' },
    ['Must be lower-case words joined by hyphens.', 'Must name at least one skill, or * for all.'],
    ['textbox', 'Agent'],
  ],
  [{ expires_in_days: 'must be at most 3650' }, ['Must be at most 3650.'], ['spinbutton', 'Expires after days']],
] as const)(
  'puts each problem of %o under its field, the focus into the first wrong one, and names no field of the API',
  async (details, texts, [role, name]) => {
    refusing(details)
    await userEvent.click(await screen.findByRole('button', { name: 'Make a key' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Make key' }))
    for (const text of texts) expect(await screen.findByText(text)).toBeDefined()
    expect(screen.getByRole('alert').textContent).toBe('No key was made. Correct the marked fields.')
    expect(document.activeElement).toBe(screen.getByRole(role, { name }))
  },
)

test('keeps the focus on the button while a key is made, and sends it once', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const asked = vi.fn((_: string, { method }: RequestInit) =>
    method === 'POST' ? promise : Promise.resolve(Response.json({ keys: [], skills })),
  )
  renderPage([])
  vi.stubGlobal('fetch', asked)
  await userEvent.click(await screen.findByRole('button', { name: 'Make a key' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Make key' }))
  const making = await screen.findByRole('button', { name: 'Making …' })
  await userEvent.click(making)
  expect(document.activeElement).toBe(making)
  resolve(Response.json({ error: { code: 'INTERNAL', message: 'It broke.' } }, { status: 500 }))
  expect((await screen.findByRole('alert')).textContent).toContain('It broke.')
  expect(asked.mock.calls.filter(([, { method }]) => method === 'POST')).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Make key' }))
})

test('does not make a key with a half-typed number of days, which would mean that it never expires', async () => {
  const asked = renderPage([])
  await userEvent.click(await screen.findByRole('button', { name: 'Make a key' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Agent' }), 'voice')
  await userEvent.click(screen.getByRole('checkbox', { name: /calendar/ }))
  const days = screen.getByRole('spinbutton', { name: 'Expires after days' })
  // The value of a number such as `3e` is empty.
  Object.defineProperty(days, 'validity', { value: { badInput: true } })
  await userEvent.click(screen.getByRole('button', { name: 'Make key' }))
  expect(await screen.findByText('Enter a number of days, or nothing.', {}, { timeout: 30_000 })).toBeDefined()
  expect(days.getAttribute('aria-invalid')).toBe('true')
  expect(asked.mock.calls.some(([, { method }]) => method === 'POST')).toBe(false)
})

test('a key that is kept has the focus on its button again; one that is revoked after the question is announced', async () => {
  const asked = renderPage([row], (path, { method }) =>
    method === 'POST' && path.endsWith('/agent-keys/agent_1/revoke')
      ? Response.json({ ...row, state: 'revoked' })
      : undefined,
  )
  const name = 'Revoke the key of voice, agent_1'
  await userEvent.click(await screen.findByRole('button', { name }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep it' }))
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })), { timeout: 30_000 })
  await userEvent.click(screen.getByRole('button', { name }))
  expect(asked.mock.calls.some(([, { method }]) => method === 'POST')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Revoke key' }))
  expect(await screen.findByText('The key of voice is revoked.')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('several keys are revoked after one question with their number', async () => {
  const keys = [row, { ...row, id: 'agent_2' }]
  const asked = renderPage(keys, (_, { method }) => (method === 'POST' ? Response.json(row) : undefined))
  for (const { id } of keys)
    await userEvent.click(await screen.findByRole('checkbox', { name: `Choose the key of voice, ${id}` }))
  await userEvent.click(screen.getByRole('button', { name: 'Revoke 2' }))
  expect(screen.getByText('Revoke 2 keys?')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Revoke keys' }))
  expect(await screen.findByText('2 keys revoked.')).toBeTruthy()
  const sent = asked.mock.calls.filter(([, { method }]) => method === 'POST').map(([path]) => path)
  expect(sent).toEqual(['/api/console/agent-keys/agent_1/revoke', '/api/console/agent-keys/agent_2/revoke'])
})

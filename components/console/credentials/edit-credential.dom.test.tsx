import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { ConsoleCredential } from '#lib/console/model/console-credential.ts'
import { makeCredential } from '../testing/make-credential.ts'
import { CredentialPanel } from './credential-panel.tsx'
import { AddCredential } from './credentials-page.tsx'

const credential = makeCredential({
  name: 'REPORTS_API_KEY',
  description: 'Reads reports',
  hosts: ['api.example.com', 'old.example.com'],
  expires_at: '2027-01-31T23:59:59.000Z',
})
const narrowed = { ...credential, hosts: ['api.example.com'], updated_at: '2026-11-20T10:00:30.000Z' }

/** Opens the row of the credential. The server refuses each change, and `sent` has the bodies. */
function openRow(first = credential) {
  const sent: unknown[] = []
  const message = 'Changed meanwhile.'
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return Response.json({ error: { code: 'CONFLICT', message } }, { status: 409 })
  })
  const client = new QueryClient()
  const row = (shown: ConsoleCredential) => (
    <QueryClientProvider client={client}>
      <CredentialPanel credential={shown} onClose={vi.fn()} />
    </QueryClientProvider>
  )
  const { rerender } = render(row(first))
  return { sent, read: (next: ConsoleCredential) => rerender(row(next)) }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const save = (name = 'Save changes') => userEvent.click(screen.getByRole('button', { name }))

test.each([
  [{ value_exists: false }, 'It has no value yet, so nothing can use it.'],
  [{ value_exists: true }, 'The value in use is never shown.'],
  [{ value_exists: true, expires_at: '2020-01-01T00:00:00.000Z' }, 'Its value has expired, so nothing uses it.'],
])('says whether the value is used: %j', (fields, said) => {
  openRow({ ...credential, description: '', expires_at: null, ...fields })
  expect(screen.getByText(/^(?:It has no value|The value in use|Its value has expired)/).textContent).toBe(said)
})

test('a typed value stays when another operator changes the credential, and goes on with their change', async () => {
  const { sent, read } = openRow()
  await userEvent.type(field('Token'), 'a-typed-secret')
  await userEvent.clear(field('Description'))
  await userEvent.type(field('Description'), 'Mine')
  read(narrowed)
  expect(screen.getByText('REPORTS_API_KEY was changed meanwhile.')).toBeTruthy()
  expect(field('Token').value).toBe('a-typed-secret')
  await save('Replace value')
  await screen.findByText(/Nothing was changed. Changed meanwhile./, {}, { timeout: 30_000 })
  expect(sent.at(-1)).toMatchObject({ updated_at: credential.updated_at })
  await userEvent.click(screen.getByRole('button', { name: 'Take over the change' }))
  expect(screen.queryByText('REPORTS_API_KEY was changed meanwhile.')).toBeNull()
  expect(document.activeElement).toBe(field('Token'))
  expect(field('Hosts it may go to').value).toBe('api.example.com')
  await save('Replace value')
  await vi.waitFor(() => expect(sent).toHaveLength(2), { timeout: 30_000 })
  expect(sent[1]).toEqual({
    description: 'Mine',
    use: { kind: 'bearer' },
    hosts: ['api.example.com'],
    expires_at: '2027-01-31T23:59:59.000Z',
    value: 'a-typed-secret',
    updated_at: narrowed.updated_at,
  })
})

test('a field that two operators changed takes the stored text, so that nobody’s change is undone unseen', async () => {
  const { read } = openRow()
  await userEvent.type(field('Hosts it may go to'), ' new.example.com')
  read(narrowed)
  await userEvent.click(screen.getByRole('button', { name: 'Take over the change' }))
  expect(field('Hosts it may go to').value).toBe('api.example.com')
})

test('a form in which nothing is typed follows the change of another operator at once', async () => {
  const { sent, read } = openRow()
  read({ ...narrowed, use: { kind: 'header', header: 'X-Key' } })
  await vi.waitFor(() => expect(field('Hosts it may go to').value).toBe('api.example.com'), { timeout: 30_000 })
  expect(screen.queryByText('REPORTS_API_KEY was changed meanwhile.')).toBeNull()
  await save()
  await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 30_000 })
  expect(sent[0]).toMatchObject({ use: { kind: 'header', header: 'X-Key' }, updated_at: narrowed.updated_at })
})

function openNew() {
  const answer = vi.fn()
  vi.stubGlobal('fetch', answer)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AddCredential onClose={vi.fn()} />
    </QueryClientProvider>,
  )
  return {
    async submit() {
      await userEvent.type(field('Name'), 'REPORTS_API_KEY')
      await userEvent.type(field('Hosts it may go to'), 'api.example.com')
      await save('Add credential')
    },
    answer,
  }
}
const openStored = () => {
  const { sent } = openRow()
  return { answer: { mock: { calls: sent } }, submit: () => save() }
}

describe.each([
  ['new', openNew],
  ['stored', openStored],
])('a %s credential', (_, open) => {
  test('is not sent with a half-typed last day, which would mean that it never expires', async () => {
    const { answer, submit } = open()
    // The value of a date without a year is empty.
    Object.defineProperty(field('Expires'), 'validity', { value: { badInput: true } })
    await userEvent.clear(field('Expires'))
    await submit()
    expect(await screen.findByText('Enter the whole date, or none.', {}, { timeout: 30_000 })).toBeTruthy()
    expect(field('Expires').getAttribute('aria-invalid')).toBe('true')
    expect(answer.mock.calls).toEqual([])
  })

  test('shows that its description is too long', async () => {
    const { answer, submit } = open()
    await userEvent.clear(field('Description'))
    await userEvent.click(field('Description'))
    await userEvent.paste('x'.repeat(501))
    await submit()
    expect(await screen.findByText('Must have at most 500 characters.', {}, { timeout: 30_000 })).toBeTruthy()
    expect(field('Description').getAttribute('aria-invalid')).toBe('true')
    expect(answer.mock.calls).toEqual([])
  })
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { makeCredential } from '../testing/make-credential.ts'
import { CredentialPanel, EditCredential } from './credential-panel.tsx'
import { DeleteCredential } from './delete-credential.tsx'

const credential = makeCredential({
  name: 'REPORTS_API_KEY',
  use: { kind: 'header', header: 'X-Key' },
  profiles: [{ id: 'prof_1', description: 'Monthly reports', state: 'locked' }],
  profiles_total: 4,
  skills: ['flight-search'],
})
const renderWith = (part: React.ReactNode) =>
  render(<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>)

test('deletes a credential only after the operator types its name, and lists what uses the credential', async () => {
  const answer = vi.fn(async () => Response.json({ removed: credential.name }))
  vi.stubGlobal('fetch', answer)
  const onDone = vi.fn()
  renderWith(<DeleteCredential credential={credential} onDone={onDone} />)
  expect(screen.getByText('4 profiles and 1 skill will lose it.')).toBeTruthy()
  expect(screen.getByText('“Monthly reports”')).toBeTruthy()
  expect(screen.getByText('and 3 more')).toBeTruthy()
  const remove = screen.getByRole('button', { name: 'Delete credential' })
  await userEvent.type(screen.getByRole('textbox'), 'REPORTS_API_KE{Enter}')
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  expect(answer).not.toHaveBeenCalled()
  await userEvent.type(screen.getByRole('textbox'), 'Y')
  await userEvent.click(remove)
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled(), { timeout: 30_000 })
})

test('after a deletion, which removes its row, the page gets the focus', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ removed: credential.name }))
  renderWith(
    <main id="main" tabIndex={-1}>
      <CredentialPanel credential={credential} onClose={vi.fn()} />
    </main>,
  )
  await userEvent.type(screen.getByPlaceholderText(credential.name), credential.name)
  await userEvent.click(screen.getByRole('button', { name: 'Delete credential' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')), { timeout: 30_000 })
})

test('saving without a new value sends no value and keeps the other fields, such as the header', async () => {
  const answer = vi.fn(async (_: string, init: RequestInit) => {
    const { profiles: _p, profiles_total: _t, skills: _s, ...view } = credential
    return Response.json({ ...view, ...JSON.parse(String(init.body)), value: undefined })
  })
  vi.stubGlobal('fetch', answer)
  const onDone = vi.fn()
  renderWith(<EditCredential credential={credential} onDone={onDone} onCancel={vi.fn()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await vi.waitFor(() => expect(answer).toHaveBeenCalled(), { timeout: 30_000 })
  expect(JSON.parse(String(answer.mock.calls[0]?.[1].body))).toEqual({
    description: '',
    use: { kind: 'header', header: 'X-Key' },
    hosts: ['api.example.com'],
    expires_at: null,
    updated_at: credential.updated_at,
  })
})

test('a secret that is too short shows an error at its field and is not sent', async () => {
  const answer = vi.fn()
  vi.stubGlobal('fetch', answer)
  renderWith(<EditCredential credential={credential} onDone={vi.fn()} onCancel={vi.fn()} />)
  await userEvent.type(screen.getByLabelText('Value'), 'short')
  await userEvent.click(screen.getByRole('button', { name: 'Replace value' }))
  expect(await screen.findByText(/Must have at least 8 characters/)).toBeTruthy()
  expect(screen.getByLabelText('Value').getAttribute('aria-invalid')).toBe('true')
  expect(answer).not.toHaveBeenCalled()
})

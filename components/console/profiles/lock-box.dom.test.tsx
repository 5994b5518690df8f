import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ConsoleProfile } from '#lib/agents/model/console-profile.ts'
import { LockBox } from './lock-box.tsx'
import { QuotedWords } from './profile-state.tsx'
import { makeProfile, wanted } from './testing/make-profile.ts'

const profile = makeProfile({
  keys: [
    { ...wanted, name: 'FIRST_KEY', value_exists: true },
    { ...wanted, name: 'SECOND_KEY' },
  ],
})
const complete = { ...profile, keys: profile.keys.map((key) => ({ ...key, value_exists: true })) }

function renderBox(shown: ConsoleProfile) {
  const [onFillIn, onLocked] = [vi.fn(), vi.fn()]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LockBox profile={shown} onFillIn={onFillIn} onLocked={onLocked} />
    </QueryClientProvider>,
  )
  return { onFillIn, onLocked, lock: screen.getByRole('button', { name: 'Lock profile' }) }
}

test('a profile cannot be locked while a key has no value, and a button opens the form of that key', async () => {
  const { lock, onFillIn } = renderBox(profile)
  expect(lock.getAttribute('aria-disabled')).toBe('true')
  expect(lock.className).not.toContain('btn-accent')
  expect(screen.getByText('Fill in or remove the key above first.').parentElement?.id).toBe(
    lock.getAttribute('aria-describedby'),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Fill in SECOND_KEY' }))
  expect(onFillIn).toHaveBeenCalledWith('SECOND_KEY')
})

test('the lock button is highlighted once every key has a value, and locks the profile', async () => {
  const answer = vi.fn(async () => Response.json({ ...complete, state: 'locked', locked: true }))
  vi.stubGlobal('fetch', answer)
  const { lock, onLocked } = renderBox(complete)
  expect(lock.className).toContain('btn-accent')
  await userEvent.click(lock)
  await vi.waitFor(() => expect(onLocked).toHaveBeenCalled(), { timeout: 30_000 })
  expect(answer).toHaveBeenCalledWith(
    '/api/console/profiles/prof_1/lock',
    expect.objectContaining({ method: 'POST', body: JSON.stringify({ version: complete.version }) }),
  )
})

test('a refusal to lock is announced with its reason', async () => {
  const error = { code: 'CONFLICT', message: 'The profile is revoked.' }
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 409 }))
  await userEvent.click(renderBox(complete).lock)
  expect((await screen.findByRole('alert')).textContent).toContain('The profile is revoked.')
})

test('text that an agent wrote is never rendered as markup', () => {
  render(<QuotedWords>{'<img src=x onerror=alert(1)> [a](javascript:1)'}</QuotedWords>)
  const words = screen.getByRole('figure')
  expect(words.querySelector('img, a')).toBeNull()
  expect(words.textContent).toContain('<img src=x onerror=alert(1)> [a](javascript:1)')
})

test('text that an agent wrote is shown without characters that hide or reorder it', () => {
  for (const hidden of ['\u202e', '\u200b', '\u2066', '\ufeff', '\u00ad', '\u061c', '\u{e0041}']) {
    for (const inline of [false, true]) {
      const { container, unmount } = render(<QuotedWords inline={inline}>{`read${hidden} only`}</QuotedWords>)
      expect(container.textContent, JSON.stringify(hidden)).toMatch(/read only/)
      unmount()
    }
  }
  render(<QuotedWords>{'\u200b\u202e'}</QuotedWords>)
  expect(screen.getByText('The agent gave no reason.')).toBeDefined()
})

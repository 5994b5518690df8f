import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { openInConsole } from '../testing/open-in-console.tsx'
import { ProfilePage } from './profile-page.tsx'
import { makeProfile } from './testing/make-profile.ts'

const limits = { timeout_s: 30, memory_mb: 128, fuel: 1000, concurrency: 4, llm_wait_s: 3600 }
let profile = makeProfile()
let activity = { running: 0, awaiting_llm: 0, total: 0, last_at: null }
let sent: unknown[]
/** Requests for the profile. */
let reads: number

beforeEach(() => {
  profile = makeProfile()
  activity = { ...activity, total: 0 }
  sent = []
  reads = 0
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    if (path === '/api/console/credentials') return Response.json({ credentials: [] })
    if (method === 'GET') {
      reads += 1
      return Response.json({ profile, activity, default_limits: limits })
    }
    sent.push([path, JSON.parse(String(body))])
    if (path.endsWith('/removal')) return Response.json({ removed: 'prof_1', executions: 3 })
    const { expires_at = profile.expires_at } = JSON.parse(String(body))
    profile = { ...profile, expires_at, limits: { timeout_s: 25 }, version: 2 }
    return Response.json(profile)
  })
})

const lock = () => screen.findByRole('button', { name: 'Lock profile' })
const why = () => document.querySelector('.lock-why')?.textContent

test.each([
  ['Another key', 'SALES_KEY', 'Another key'],
  ['What it is for', 'Reads sales', 'Another key'],
  ['Another host', 'api.example.com', 'Another host'],
  ['Time per execution, s', '25', 'Limits'],
  ['Expires', '2999-01-01', 'Expires'],
])('a profile cannot be locked while “%s” holds a value that is not saved', async (label, text, form) => {
  openInConsole(<ProfilePage id="prof_1" />)
  expect((await lock()).getAttribute('aria-disabled')).toBe('false')
  await userEvent.type(screen.getByLabelText(label), text)
  expect((await lock()).getAttribute('aria-disabled')).toBe('true')
  expect(why()).toBe(`Save or clear what you typed in “${form}” first. Otherwise it would be lost.`)
  await userEvent.clear(screen.getByLabelText(label))
  expect((await lock()).getAttribute('aria-disabled')).toBe('false')
})

test('names every form with unsaved values, and a saved one no longer', async () => {
  openInConsole(<ProfilePage id="prof_1" />)
  await lock()
  await userEvent.type(screen.getByLabelText('Another host'), 'api.example.com')
  await userEvent.type(screen.getByLabelText('Time per execution, s'), '25')
  expect(why()).toContain('in “Another host” and “Limits” first.')
  await userEvent.click(screen.getByRole('button', { name: 'Save limits' }))
  await waitFor(() => expect(why()).toContain('in “Another host” first.'))
  expect(sent).toEqual([['/api/console/profiles/prof_1', { limits: { timeout_s: 25 } }]])
})

test('a saved expiry is shown, and leaves the focus on the pressed button', async () => {
  openInConsole(<ProfilePage id="prof_1" />)
  await lock()
  await userEvent.click(screen.getByRole('button', { name: '90 days' }))
  expect(await screen.findByText('The expiry was saved.')).toBeTruthy()
  await waitFor(() =>
    expect(profile.expires_at?.slice(0, 10)).toBe(screen.getByLabelText<HTMLInputElement>('Expires').value),
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '90 days' }))
})

test('does not save a half-typed expiry, which would mean that the profile does not expire', async () => {
  profile = makeProfile({ expires_at: '2999-01-01T12:00:00.000Z' })
  openInConsole(<ProfilePage id="prof_1" />)
  await lock()
  const field = screen.getByLabelText('Expires')
  // The value of a date without a year is empty.
  Object.defineProperty(field, 'validity', { value: { badInput: true } })
  await userEvent.clear(field)
  await userEvent.click(screen.getByRole('button', { name: 'Save expiry' }))
  expect(screen.getByText('Enter the whole date, or none.')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'No expiry' }))
  await waitFor(() => expect(sent).toEqual([['/api/console/profiles/prof_1', { expires_at: null }]]))
  expect(screen.queryByText('Enter the whole date, or none.')).toBeNull()
})

test.each([
  [false, 'In the agent’s words'],
  [true, 'In the operator’s words'],
])('says who described a profile (an operator: %s)', async (described_by_operator, words) => {
  profile = makeProfile({ described_by_operator })
  openInConsole(<ProfilePage id="prof_1" />)
  expect((await screen.findByRole('figure')).textContent).toBe(`${words}Reports`)
})

test('says which settings of a profile cannot be read, and what to do', async () => {
  profile = makeProfile({ state: 'locked', unreadable: ['limits.concurrency'] })
  openInConsole(<ProfilePage id="prof_1" />)
  expect(await screen.findByText(/cannot read limits\.concurrency, so no script of this profile runs/)).toBeDefined()
  expect(screen.getByText('Unreadable')).toBeDefined()
})

test('a revoked profile is deleted only after the beginning of its id is typed, and its history as chosen', async () => {
  const key = { name: 'SALES_KEY', description: '', by_operator: true, value_exists: false, is_replaced: false }
  const keys = [{ ...key, places: [], credential: null }]
  profile = makeProfile({ state: 'revoked', revoked_at: '2026-11-21T10:00:00.000Z', keys })
  activity = { ...activity, total: 3 }
  const visited = openInConsole(<ProfilePage id="prof_1" />)
  const button = await screen.findByRole('button', { name: 'Delete profile' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('listitem', { name: 'SALES_KEY' }).textContent).toContain('No value')
  expect(screen.queryByRole('form', { name: /^Value of/ })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Go with it' }))
  expect(screen.getByText(/^3 executions with their host calls are deleted/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText(/^Type prof_1/), 'prof_1{Enter}')
  await waitFor(() => expect(visited).toEqual(['/console/profiles']))
  expect(sent).toEqual([['/api/console/profiles/prof_1/removal', { history: 'delete' }]])
  expect(reads).toBe(1)
})

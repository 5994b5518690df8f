import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openInConsole } from '../testing/open-in-console.tsx'
import { ProfilesPage } from './profiles-page.tsx'
import { makeProfile } from './testing/make-profile.ts'

const { proposals: _p, proposals_total: _t, older_proposals: _o, ...profile } = makeProfile({ state: 'unlocked' })

test('shows a page of profiles, with what waits for the operator, and links the next page', async () => {
  const asked = vi.fn(async (_: string) => {
    return Response.json({ profiles: [{ ...profile, waiting_proposals: 2 }], next: '1.prof_1', unlocked_days: 30 })
  })
  vi.stubGlobal('fetch', asked)
  openInConsole(<ProfilesPage />, 'after=2.prof_2')
  expect(await screen.findByText('2 proposals to decide')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Older' }).getAttribute('href')).toBe('?after=1.prof_1')
  expect(screen.getByRole('link', { name: 'Latest' })).toBeTruthy()
  expect(asked.mock.calls[0]?.[0]).toBe('/api/console/profiles?after=2.prof_2')
})

test('revokes all unlocked profiles that were created until the newest one shown, after a question', async () => {
  const locked = { ...profile, id: 'prof_2', state: 'locked', created_at: '2027-01-02T00:00:00.000Z' }
  const shown = {
    profiles: [locked, profile].map((one) => ({ ...one, waiting_proposals: 0 })),
    next: null,
    unlocked_days: 30,
  }
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return Response.json(shown)
    sent.push([path, JSON.parse(String(init.body))])
    return Response.json({ revoked: 3 })
  })
  openInConsole(<ProfilesPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke all unlocked' }))
  expect(screen.getByText('Revoke all unlocked profiles?')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Keep them' }))
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Revoke all unlocked' }))
  await userEvent.click(screen.getByRole('button', { name: 'Revoke profiles' }))
  expect(await screen.findByText('3 profiles revoked.', {}, { timeout: 30_000 })).toBeTruthy()
  expect(sent).toEqual([['/api/console/profiles/revoke-unlocked', { created_until: profile.created_at }]])
})

test('several profiles are revoked after one question with their number, and ended ones are left out', async () => {
  const states = ['locked', 'revoked', 'unlocked'] as const
  const profiles = states.map((state, at) => ({ ...profile, id: `prof_${at}`, state, waiting_proposals: 0 }))
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return Response.json({ profiles, next: null, unlocked_days: 30 })
    sent.push(path)
    return Response.json(makeProfile({ state: 'revoked' }))
  })
  openInConsole(<ProfilesPage />)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose prof_0' }))
  await userEvent.click(screen.getByRole('button', { name: 'Choose all on this page' }))
  expect(screen.getByText(/revoked or expired have ended already/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Revoke 2' }))
  expect(screen.getByText('Revoke 2 profiles?')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Revoke profiles' }))
  expect(await screen.findByText('2 profiles revoked.')).toBeTruthy()
  expect(sent).toEqual(['/api/console/profiles/prof_0/revoke', '/api/console/profiles/prof_2/revoke'])
})

test('a new profile says what it is for, by hand or with its template, and its page opens', async () => {
  const template = {
    ...{ name: 'one-api', title: 'One API', description: 'Reads one API', hosts: ['api.example.com'], keys: [] },
    limits: {},
  }
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method === 'POST') sent.push([path, JSON.parse(String(init.body))])
    if (init.method === 'POST') return Response.json(makeProfile({ id: 'prof_9' }), { status: 201 })
    if (path.endsWith('/profile-templates')) return Response.json({ templates: [template] })
    return Response.json({ profiles: [], next: null, unlocked_days: 30 })
  })
  const visited = openInConsole(<ProfilesPage />)
  expect(await screen.findByText(/deleted 30 days after/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'New profile' }))
  await userEvent.click(screen.getByRole('button', { name: 'Create profile' }))
  expect(await screen.findByText('Must say what it is for.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('What it is for'))
  expect(sent).toEqual([])
  await userEvent.selectOptions(await screen.findByLabelText('Template'), 'One API')
  expect(screen.getByText(/^It begins with api\.example\.com\./)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Hosts that it may reach'), 'rates.example.com')
  await userEvent.type(screen.getByLabelText('Time per execution, s'), '20')
  await userEvent.click(screen.getByRole('button', { name: 'Create profile' }))
  await vi.waitFor(() => expect(visited).toEqual(['/console/profiles/prof_9']))
  const own = { hosts: ['rates.example.com'], limits: { timeout_s: 20 } }
  expect(sent).toEqual([['/api/console/profiles', { template: 'one-api', ...own }]])
})

import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openInConsole } from '../testing/open-in-console.tsx'
import { ProfilesPage } from './profiles-page.tsx'
import { makeProfile } from './testing/make-profile.ts'

test('shows a page of profiles, with what waits for the operator, and links the next page', async () => {
  const asked = vi.fn(async (_: string) => {
    const { proposals: _p, proposals_total: _t, older_proposals: _o, ...profile } = makeProfile({ state: 'locked' })
    return Response.json({ profiles: [{ ...profile, waiting_proposals: 2 }], next: '1.prof_1' })
  })
  vi.stubGlobal('fetch', asked)
  openInConsole(<ProfilesPage />, 'after=2.prof_2')
  expect(await screen.findByText('2 proposals to decide')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Older' }).getAttribute('href')).toBe('?after=1.prof_1')
  expect(screen.getByRole('link', { name: 'Latest' })).toBeTruthy()
  expect(asked.mock.calls[0]?.[0]).toBe('/api/console/profiles?after=2.prof_2')
})

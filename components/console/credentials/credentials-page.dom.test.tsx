import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { makeCredential } from '../testing/make-credential.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { CredentialsPage } from './credentials-page.tsx'

test('a form that the URL has opened stays closed once it was closed, also after Back', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  history.replaceState(null, '', '/console/credentials?add=1&text=KEY')
  openInConsole(<CredentialsPage />, 'add=1&text=KEY')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(location.search).toBe('?text=KEY')
})

test('the page filters by kind and expiry itself, and asks the route for the users and the text', async () => {
  const asked: string[] = []
  const answer = { users: [], searched: 'all', environment: [], unnamed: [] }
  const credentials = [makeCredential(), makeCredential({ name: 'BASE_URL', use: { kind: 'setting' } })]
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json({ ...answer, credentials })
  })
  openInConsole(<CredentialsPage />, 'show=settings&text=A')
  expect((await screen.findByRole('rowheader')).textContent).toContain('BASE_URL')
  expect(await screen.findByLabelText('Secrets 1')).toBeTruthy()
  expect(asked.filter((path) => path.startsWith('/api/console/credentials')).sort()).toEqual([
    '/api/console/credentials',
    '/api/console/credentials?text=A',
  ])
})

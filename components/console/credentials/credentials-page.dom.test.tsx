import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openInConsole } from '../testing/open-in-console.tsx'
import { CredentialsPage } from './credentials-page.tsx'

test('a form that the URL has opened stays closed once it was closed, also after Back', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  history.replaceState(null, '', '/console/credentials?add=1&text=KEY')
  openInConsole(<CredentialsPage />, 'add=1&text=KEY')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(location.search).toBe('?text=KEY')
})

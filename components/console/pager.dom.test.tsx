import { screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { AuditView } from './audit/audit-view.tsx'
import { MessagesPage } from './messages/messages-page.tsx'
import { ProfilesPage } from './profiles/profiles-page.tsx'
import { openInConsole } from './testing/open-in-console.tsx'

test.each<[string, ReactElement, string, string]>([
  ['the audit log', <AuditView key="audit" />, 'about=user&', '/console/audit?about=user'],
  ['messages', <MessagesPage key="messages" />, '', '/console/messages'],
  ['profiles', <ProfilesPage key="profiles" />, '', '/console/profiles'],
])('a page of %s that does not exist leads to the latest', async (_, page, filters, latest) => {
  const error = { code: 'INVALID_INPUT', message: 'after: is not the next value of a page.' }
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 400 }))
  openInConsole(page, `${filters}after=nonsense`)
  const link = await screen.findByRole('link', { name: 'Latest' })
  expect(link.getAttribute('href')).toBe(latest)
})

test.each<[ReactElement, object, string]>([
  [
    <MessagesPage key="messages" />,
    { channel: 'webhook', undelivered: 0, messages: [] },
    'There are no older messages.',
  ],
  [<ProfilesPage key="profiles" />, { profiles: [], unlocked_days: 30 }, 'There are no older profiles.'],
])('a page whose last rows are gone does not say that there never were any: %#', async (page, answer, words) => {
  vi.stubGlobal('fetch', async () => Response.json({ ...answer, next: null }))
  openInConsole(page, 'after=1.msg_1')
  expect(await screen.findByText(words)).toBeTruthy()
})

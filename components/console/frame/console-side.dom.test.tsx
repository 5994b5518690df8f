import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { expect, test, vi } from 'vitest'
import type { ConsoleCounts } from '#lib/console/model/console-overview.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { ConsoleSide } from './console-side.tsx'

const counts: ConsoleCounts = {
  tasks: 2,
  executions: 1284,
  running: 1,
  queued: 0,
  skills: 14,
  profiles: 7,
  credentials: 9,
  agent_keys: 3,
  messages: 0,
}

function open(path: string): void {
  vi.stubGlobal('fetch', async () => Response.json(counts))
  openInConsole(
    <PathnameContext value={path}>
      <ConsoleSide person="Mila" theme={null} />
    </PathnameContext>,
  )
}

test('each page has its count in words, none has a zero, and a subpage marks its page', async () => {
  open('/console/skill-sources')
  expect(await screen.findByRole('link', { name: 'Executions 1,284 in 24 hours' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Overview 2 waiting for you' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Messages' })).toBeDefined()
  expect(screen.getByRole('link', { name: /Skills/ }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByText('1 running, 0 in the queue')).toBeDefined()
})

test('a button opens the pages on a phone, and a chosen page closes them', async () => {
  open('/console')
  const menu = screen.getByRole('button', { name: 'Menu' })
  await userEvent.click(menu)
  expect(menu.getAttribute('aria-expanded')).toBe('true')
  const link = screen.getByRole('link', { name: /Audit log/ })
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  expect(menu.getAttribute('aria-expanded')).toBe('false')
})

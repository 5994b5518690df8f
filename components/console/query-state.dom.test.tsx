import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import { QueryState } from './query-state.tsx'
import { openInConsole } from './testing/open-in-console.tsx'

const Rows = () => (
  <QueryState
    query={useConsoleQuery(z.object({}), '/rows')}
    name="Rows"
    wayOut={{ href: '/console', text: 'Overview' }}
    mistake="This address is wrong."
  >
    {() => <p>All rows</p>}
  </QueryState>
)

test('whoever is signed out meanwhile is led to the sign-in in another tab, and stays on the page', async () => {
  const error = { code: 'UNAUTHENTICATED', message: 'Sign in or start a guest session first.' }
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 401 }))
  openInConsole(<Rows />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Rows could not be read. You are signed out. Sign in again in another tab')
  const link = within(alert).getByRole('link', { name: 'Sign in' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/sign-in?next=/console', '_blank'])
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test.each([
  ['succeeds, the focus moves to the page', 200, 'page'],
  ['fails again, the focus moves to the page', 500, 'page'],
  ['succeeds, the focus stays where the person has moved it meanwhile', 200, 'field'],
])('after a reading that is tried again %s', async (_, status, place) => {
  const error = { code: 'INTERNAL', message: 'Refused.' }
  const reading = Promise.withResolvers<Response>()
  const failed = Response.json({ error }, { status: 500 })
  vi.stubGlobal('fetch', vi.fn(() => reading.promise).mockResolvedValueOnce(failed))
  openInConsole(
    <main id="main" tabIndex={-1}>
      <input aria-label="Filter" />
      <Rows />
    </main>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  if (place === 'field') await userEvent.click(screen.getByLabelText('Filter'))
  reading.resolve(Response.json(status === 200 ? {} : { error }, { status }))
  await (status === 200 ? screen.findByText('All rows') : screen.findByRole('alert'))
  const focused = place === 'field' ? screen.getByLabelText('Filter') : screen.getByRole('main')
  expect(document.activeElement).toBe(focused)
})

test.each([
  ['INVALID_INPUT', 400, 'This address is wrong.', 'link', 'Overview'],
  ['NOT_FOUND', 404, 'Refused.', 'link', 'Overview'],
  ['INTERNAL', 500, 'Refused.', 'button', 'Try again'],
])(
  'a reading that failed with %s (status %i) offers to try again only if the same request can succeed, else a way out',
  async (code, status, why, role, name) => {
    vi.stubGlobal('fetch', async () => Response.json({ error: { code, message: 'Refused.' } }, { status }))
    openInConsole(<Rows />)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(`Rows could not be read. ${why}`)
    const offered = [...within(alert).queryAllByRole('button'), ...within(alert).queryAllByRole('link')]
    expect(offered).toEqual([within(alert).getByRole(role, { name })])
  },
)

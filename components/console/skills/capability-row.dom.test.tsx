import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import type { PolicyRow } from '#lib/console/model/console-skill.ts'
import { ConsolePage } from '../console-page.tsx'
import { openInConsole } from '../testing/open-in-console.tsx'
import { CapabilityRow } from './capability-row.tsx'

const row: PolicyRow = {
  permission: 'messages',
  item: '',
  requested: true,
  from: [],
  approved: false,
  tier: true,
  source: true,
  config: true,
  effective: false,
  reason: null,
}

/** A page with one permission. Its row shows a decision as soon as the server has confirmed it. */
function openPage(isApproved: boolean, answer: () => Response | Promise<Response>) {
  let approved = isApproved
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json({ approved })
    const answered = await answer()
    approved = !approved
    return answered
  })
  openInConsole(<Page />)
}

function Page() {
  const { data } = useConsoleQuery(z.object({ approved: z.boolean() }), '/row')
  return (
    <ConsolePage title="send-message">
      {data && <CapabilityRow skill={{ name: 'send-message', digest: 'd'.repeat(64) }} row={{ ...row, ...data }} />}
      <button type="button">Elsewhere</button>
    </ConsolePage>
  )
}

test.each([
  ['an approval', false, ['Approve: Send messages'], 'Send messages: approved.'],
  ['a revocation', true, ['Revoke: Send messages', 'Revoke approval'], 'Send messages: revoked.'],
])('after %s, which removes its button, the page gets the focus', async (_, isApproved, buttons, sentence) => {
  openPage(isApproved, () => Response.json({ is_approved: !isApproved }))
  for (const name of buttons) await userEvent.click(await screen.findByRole('button', { name }))
  expect(await screen.findByText(sentence)).toBe(screen.getByRole('status'))
  for (const name of buttons) await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('a decision leaves the focus on a control to which the operator has gone on', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  openPage(false, () => promise)
  await userEvent.click(await screen.findByRole('button', { name: 'Approve: Send messages' }))
  const next = screen.getByRole('button', { name: 'Elsewhere' })
  next.focus()
  resolve(Response.json({ is_approved: true }))
  await screen.findByText('Send messages: approved.')
  expect(document.activeElement).toBe(next)
})

test('names the ancestors that ask for the permission', () => {
  openInConsole(
    <ul>
      <CapabilityRow skill={{ name: 'child', digest: 'd'.repeat(64) }} row={{ ...row, from: ['one', 'two'] }} />
    </ul>,
  )
  expect(screen.getByText('Asked for by one, two.')).toBeTruthy()
})

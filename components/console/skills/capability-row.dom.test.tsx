import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { PolicyRow } from '#lib/console/model/console-skill.ts'
import { ConsolePage, type DoneNote } from '../console-page.tsx'
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
function Page({ isApproved }: { isApproved: boolean }) {
  const [done, setDone] = useState<DoneNote>('')
  const [approved, setApproved] = useState(isApproved)
  return (
    <ConsolePage
      title="send-message"
      done={done}
      onDone={(sentence) => {
        setDone(sentence)
        setApproved(!approved)
      }}
    >
      <CapabilityRow skill={{ name: 'send-message', digest: 'd'.repeat(64) }} row={{ ...row, approved }} />
      <button type="button">Elsewhere</button>
    </ConsolePage>
  )
}

test.each([
  ['an approval', false, ['Approve: Send messages'], 'Send messages: approved.'],
  ['a revocation', true, ['Revoke: Send messages', 'Revoke approval'], 'Send messages: revoked.'],
])('after %s, which removes its button, the page gets the focus', async (_, isApproved, buttons, sentence) => {
  vi.stubGlobal('fetch', async () => Response.json({ is_approved: !isApproved }))
  openInConsole(<Page isApproved={isApproved} />)
  for (const name of buttons) await userEvent.click(screen.getByRole('button', { name }))
  expect(await screen.findByText(sentence)).toBe(screen.getByRole('status'))
  for (const name of buttons) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('a decision leaves the focus on a control to which the operator has gone on', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  openInConsole(<Page isApproved={false} />)
  await userEvent.click(screen.getByRole('button', { name: 'Approve: Send messages' }))
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

import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AlertMailAction, AlertMailState } from '#lib/travel/model/alert-mail-state.ts'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { AlertWays } from './alert-ways.tsx'

const email = 'ana@example.com'
const done: AlertMailAction = async () => ({ isDone: true })

function show(mail: AlertMailState, { sendLink = done, switchMails = done } = {}) {
  render(<AlertWays mail={mail} sendLink={sendLink} switchMails={switchMails} />)
}

test.each<[AlertMailState['kind'], string]>([
  ['no_mail', 'Alerts show here. This app sends no email.'],
  ['guest', 'Alerts show here. Create an account to get them by email.'],
  ['no_address', 'Alerts show here. Your account has no email address.'],
])('in the state %s, the text says that alerts show only in the app, and no button offers e-mail', (kind, text) => {
  show(kind === 'no_mail' || kind === 'guest' || kind === 'no_address' ? { kind } : { kind, email })
  expect(document.body.textContent).toBe(text)
  expect(screen.queryByRole('button')).toBeNull()
})

test('one press sends a confirmation link to an unconfirmed address, and a failure shows the reason', async () => {
  const sendLink = vi
    .fn<AlertMailAction>()
    .mockResolvedValueOnce({ problem: 'The email could not be sent.' })
    .mockResolvedValueOnce({ isDone: true })
  show({ kind: 'unconfirmed', email }, { sendLink })
  await userEvent.click(screen.getByRole('button', { name: 'Send me a link' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The email could not be sent.')
  await userEvent.click(screen.getByRole('button', { name: 'Send me a link' }))
  expect((await screen.findByRole('status')).textContent).toBe(`We sent a link to ${email}. It works for 24 hours.`)
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['on', 'Stop the emails', 'off'],
  ['off', 'Get alerts by email', 'on'],
] as const)('if mails are %s, one press on “%s” turns them %s', async (kind, name, to) => {
  const switchMails = vi.fn<AlertMailAction>(done)
  show({ kind, email }, { switchMails })
  await userEvent.click(screen.getByRole('button', { name }))
  await expect.poll(() => switchMails.mock.calls[0]?.[1].get('to')).toBe(to)
})

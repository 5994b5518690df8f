import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { TunnelView } from '#lib/platform/model/tunnel-view.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { TunnelBox } from './tunnel-box.tsx'

const off: TunnelView = { now: { state: 'off' }, found: ['cloudflared', 'ngrok'], hindrance: null }

async function open(view: TunnelView, after = view) {
  const sent: unknown[] = []
  let now = view
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'GET') {
      sent.push([method, body === undefined ? undefined : JSON.parse(String(body))])
      now = after
    }
    return Response.json(now)
  })
  openInConsole(<TunnelBox />)
  const box = within(await screen.findByRole('region', { name: 'Tunnel' }))
  await box.findByText(/A public address for this app/)
  return { box, sent }
}
const buttons = ({ box }: Awaited<ReturnType<typeof open>>) =>
  box.queryAllByRole('button').map(({ textContent }) => textContent)

test('opens with an installed program, shows address and password, and closes', async () => {
  const url = 'https://a.ngrok-free.app'
  const on: TunnelView = { ...off, now: { state: 'on', program: 'ngrok', url, password: 'abcd-efgh' } }
  const opened = await open(off, on)
  const { box, sent } = opened
  expect(buttons(opened)).toEqual(['Open with cloudflared', 'Open with ngrok'])
  await userEvent.click(box.getByRole('button', { name: 'Open with ngrok' }))
  expect(await box.findByRole('link', { name: url })).toHaveProperty('href', `${url}/`)
  expect(box.getByText('abcd-efgh')).toBeTruthy()
  await userEvent.click(box.getByRole('button', { name: 'Close the tunnel' }))
  expect(sent).toEqual([
    ['POST', { program: 'ngrok' }],
    ['DELETE', undefined],
  ])
})

test('says that the program has ended, what it said, and offers to open again', async () => {
  const now = { state: 'failed', program: 'ngrok', why: 'ended', said: 'ERR_NGROK_4018' } as const
  const opened = await open({ ...off, now })
  expect(opened.box.getByRole('alert').textContent).toContain('ngrok has ended by itself')
  expect(opened.box.getByRole('alert').textContent).toContain('ERR_NGROK_4018')
  expect(buttons(opened)).toEqual(['Open with cloudflared', 'Open again with ngrok'])
})

test('offers nothing where no tunnel can be opened, and says why', async () => {
  const opened = await open({ ...off, hindrance: 'public_url' })
  expect(opened.box.getByText(/NEXTAUTH_URL is set/)).toBeTruthy()
  expect(buttons(opened)).toEqual([])
})

test('never offers bore, and says why', async () => {
  const opened = await open({ ...off, found: ['bore'] })
  expect(opened.box.getByText(/install cloudflared or ngrok/)).toBeTruthy()
  expect(opened.box.getByText(/its addresses have no https/)).toBeTruthy()
  expect(buttons(opened)).toEqual([])
})

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ConsoleCost, Cost } from '#lib/console/model/console-cost.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { CostPage } from './cost-page.tsx'

const used: Cost = {
  ...{ executions: 3, failed: 1, unmeasured: 1 },
  ...{ run_s: 4, computing_s: 2, host_calls: 6, bytes: 5_000_000, tokens: null },
}
const owner = { kind: 'profile' as const, id: 'prof_1', name: 'Digest' }
const limit = { owner, per_hour: 10, per_day: null, hour_uses: 3, day_uses: 3 }
const cost: ConsoleCost = {
  range: '1d',
  days: [{ day: '2026-11-27', ...used }],
  total: used,
  rows: [{ owner, skill: 'script', ...used }],
  rows_total: 1,
  limits: [limit],
  limits_total: 1,
  hour_ends: '2026-11-27T15:00:00.000Z',
  day_ends: '2026-11-28T00:00:00.000Z',
}

/** Answers each reading with the next of `answers`, and then with the last one. Returns what is sent. */
function open(...answers: readonly ConsoleCost[]) {
  const sent: unknown[] = []
  const left = [...answers]
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'POST') return Response.json((left.length > 1 ? left.shift() : left[0]) ?? cost)
    sent.push(JSON.parse(String(body)))
    return Response.json({ per_hour: null, per_day: null, ...Object(sent.at(-1)) })
  })
  openInConsole(<CostPage range="1d" />)
  return sent
}

test('what was not measured is unknown, and a sum with a part that was not measured is a lower bound', async () => {
  open()
  const table = within(await screen.findByRole('region', { name: 'Cost by profile, key and skill' }))
  const cells = table.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells).toEqual(['script', '3', '≥ 2 s', '≥ 4 s', '≥ 6', '≥ 5 MB', 'unknown'])
})

test('the picture says in words which measure it shows and how much that is in all', async () => {
  open()
  expect(await screen.findByRole('img', { name: 'Computing, today in UTC: ≥ 2 s in all.' })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Model tokens' }))
  expect(screen.getByRole('img', { name: 'Model tokens, today in UTC: unknown in all.' })).toBeTruthy()
})

test('a limit is set for one profile, an empty field is no limit, and one press takes it back', async () => {
  const sent = open()
  const form = within(await screen.findByRole('form', { name: 'Digest' }))
  await userEvent.clear(form.getByRole('spinbutton', { name: 'In an hour, 3 used' }))
  await userEvent.type(form.getByRole('spinbutton', { name: 'In a day' }), '50')
  await userEvent.click(form.getByRole('button', { name: 'Set limits' }))
  expect(await screen.findByText('The limits of Digest are set.')).toBeTruthy()
  expect(sent).toEqual([{ owner: 'prof_1', per_hour: null, per_day: 50 }])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('That is undone.')).toBeTruthy()
  expect(sent.slice(1)).toEqual([{ owner: 'prof_1', per_hour: 10, per_day: null }])
  expect(form.getByRole('spinbutton', { name: 'In a day' })).toHaveProperty('value', '')
})

test('a limit that another operator has set meanwhile is shown, and stays when the other one is changed', async () => {
  const sent = open(cost, { ...cost, limits: [{ ...limit, per_hour: 5 }] })
  const form = within(await screen.findByRole('form', { name: 'Digest' }))
  await userEvent.type(form.getByRole('spinbutton', { name: 'In a day' }), '50')
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await form.findByDisplayValue('5')).toBe(form.getByRole('spinbutton', { name: 'In an hour, 3 used' }))
  await userEvent.click(form.getByRole('button', { name: 'Set limits' }))
  expect(await screen.findByText('The limits of Digest are set.')).toBeTruthy()
  expect(sent).toEqual([{ owner: 'prof_1', per_day: 50 }])
})

test('a limit that is typed while another one is being saved stays', async () => {
  const saving = Promise.withResolvers<void>()
  const sent = open(cost, { ...cost, limits: [{ ...limit, per_hour: 5 }] })
  const answer = fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'POST') await saving.promise
    return answer(path, init)
  })
  const form = within(await screen.findByRole('form', { name: 'Digest' }))
  const hour = form.getByRole('spinbutton', { name: 'In an hour, 3 used' })
  await userEvent.clear(hour)
  await userEvent.type(hour, '5{Enter}')
  await userEvent.type(form.getByRole('spinbutton', { name: 'In a day' }), '50')
  saving.resolve()
  expect(await screen.findByText('The limits of Digest are set.')).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Set limits' }))
  await waitFor(() => expect(sent).toHaveLength(2), { timeout: 30_000 })
  expect(sent).toEqual([
    { owner: 'prof_1', per_hour: 5 },
    { owner: 'prof_1', per_day: 50 },
  ])
})

test('a list of limits that is not complete says so', async () => {
  open({ ...cost, limits_total: 101 })
  expect(await screen.findByText('1 of 101: with a limit, then by cost, then the newest')).toBeTruthy()
})

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ConsoleSkillPage } from '#lib/console/model/console-skill.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { SkillPage } from './skill-page.tsx'

const rates: ConsoleSkillPage = {
  name: 'rates',
  version: '1.0.0',
  description: 'Gives rates.',
  digest: 'a'.repeat(64),
  tier: 'local',
  capability: null,
  is_enabled: true,
  verdict: 'admit',
  findings_count: 0,
  kind: 'tool',
  risk_level: 'low',
  effects: ['read'],
  source: 'main',
  trust: { needed: 'network', held: 'full' },
  permissions: [],
  inherits: [],
  steps: [],
  limits: [],
  runtimes: { requested: [], effective: [] },
  actions: [],
  refusal: null,
  gates: [],
  chains: [],
  findings: [],
  versions: [],
  decisions: [],
}

test('disables a skill only after a question, enables it at once, and takes that back with one press', async () => {
  const switched: unknown[] = []
  let isEnabled = true
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'POST') {
      const asked = JSON.parse(String(body))
      switched.push(asked)
      isEnabled = asked.is_enabled
      return Response.json(asked)
    }
    if (path.includes('?source=')) return Response.json({ ...rates, is_enabled: isEnabled })
    return Response.json({ error: { code: 'NOT_FOUND', message: 'none' } }, { status: 404 })
  })
  openInConsole(<SkillPage name="rates" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Disable skill' }))
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  expect(switched).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Disable skill' }))
  const [, confirm] = screen.getAllByRole('button', { name: 'Disable skill' })
  await userEvent.click(confirm ?? document.body)
  expect(await screen.findByText('rates is disabled now.')).toBeDefined()
  await userEvent.click(await screen.findByRole('button', { name: 'Enable skill' }))
  expect(await screen.findByText('rates is enabled now.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('That is undone.')).toBeDefined()
  expect(switched).toEqual([{ is_enabled: false }, { is_enabled: true }, { is_enabled: false }])
  expect(screen.queryByText('Disable rates?')).toBeNull()
})

test.each([
  ['moves to the page', 'page'],
  ['stays where the person has moved it meanwhile', 'field'],
])('after a skill is disabled, the focus %s', async (_, place) => {
  const switching = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (method === 'POST') return switching.promise
    if (path.includes('?source=')) return Response.json(rates)
    return Response.json({ error: { code: 'NOT_FOUND', message: 'none' } }, { status: 404 })
  })
  openInConsole(
    <>
      <input aria-label="Search" />
      <SkillPage name="rates" />
    </>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Disable skill' }))
  const [, confirm] = screen.getAllByRole('button', { name: 'Disable skill' })
  await userEvent.click(confirm ?? document.body)
  const field = screen.getByLabelText('Search')
  if (place === 'field') await userEvent.click(field)
  switching.resolve(Response.json({ is_enabled: false }))
  expect(await screen.findByText('rates is disabled now.')).toBeDefined()
  expect(document.activeElement).toBe(place === 'field' ? field : screen.getByRole('main'))
})

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ConsoleSystem } from '#lib/console/model/console-system.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { SystemPage } from './system-page.tsx'

const calm: ConsoleSystem = {
  health: {
    status: 'ok',
    checks: { database: 'ok', runner: 'ok', gateway: 'ok', disk: 'ok' },
    containers: { status: 'off', reason: 'no engine answers', remedy: 'install Docker' },
    programs: { status: 'on', memory: 'measured' },
  },
  runtimes: [{ name: 'python', unavailable: null }],
  workers: { threads: 2, processes: 1 },
  disk: { free_mb: null, needed_mb: 64 },
  database: {
    is_built_in: true,
    version: '18.1',
    bytes: 9_000_000,
    tables: [
      { name: 'executions', bytes: 5_000_000, rows: 1200 },
      { name: 'scripts', bytes: 16_000, rows: null },
    ],
  },
  queue: {
    executions: { waiting: 3, oldest_since: '2026-11-27T10:00:00.000Z' },
    jobs: { waiting: 0, oldest_since: null },
    running: 1,
  },
  start: { version: '0.1.0', migration: '2026_init', at: '2026-11-27T09:00:00.000Z', changes: null },
  backup: null,
  restore_test: null,
  audit_check: { state: 'idle', last: null },
  alerts: { mode: 'hourly', chosen: null, of_environment: 'hourly', channel: 'smtp' },
  licenses: [{ about: 'Map', text: 'Natural Earth' }],
  settings: [
    { name: 'PORT', value: '4000', from: 'environment', is_secret: false },
    { name: 'TRAVEL_SMTP_URL', value: null, from: 'environment', is_secret: true },
    { name: 'TRAVEL_LLM_KEY', value: null, from: 'unset', is_secret: true },
  ],
  config: null,
}

const open = (system: ConsoleSystem, after = system) => {
  let now = system
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'POST') now = after
    return Response.json(now)
  })
  openInConsole(<SystemPage />)
}
const boxOf = async (name: string) => within(await screen.findByRole('region', { name }))

test('what is not known or has not happened is said, never made up', async () => {
  open(calm)
  expect((await boxOf('Parts')).getByText(/Free space unknown/)).toBeTruthy()
  expect((await boxOf('Backups')).getByText('No restore test has run.')).toBeTruthy()
  expect((await boxOf('Backups')).getByText(/None is known/)).toBeTruthy()
  expect((await boxOf('Version')).getByText('Unknown: no earlier start is recorded')).toBeTruthy()
  expect((await boxOf('Audit trail')).getByText('No check has run.')).toBeTruthy()
})

test('the largest tables are shown with their size, and with rows if they are known', async () => {
  open(calm)
  const tables = await boxOf('Largest tables')
  expect(tables.getByText('executions').nextSibling?.textContent).toBe('5 MB, about 1,200 rows')
  expect(tables.getByText('scripts').nextSibling?.textContent).toBe('0 MB, rows unknown')
})

test('a setting that may be secret says only whether it is set', async () => {
  open(calm)
  const settings = await boxOf('Configuration in effect')
  const shownOf = (name: string) => settings.getByText(name).closest('tr')?.textContent
  expect(shownOf('PORT')).toContain('4000')
  expect(shownOf('TRAVEL_SMTP_URL')).toContain('set')
  expect(shownOf('TRAVEL_LLM_KEY')).toContain('not set')
})

test('a check of the audit trail starts at a press, cannot start twice, and shows what it found', async () => {
  const last = {
    at: '2026-11-27T10:00:00.000Z',
    by: { actor: { kind: 'app' as const }, name: null },
    ...{ rows: 12, found: 1, findings: ['row a-1 was edited'], duration_ms: 40 },
  }
  open(calm, { ...calm, audit_check: { state: 'running', last } })
  await userEvent.click(await screen.findByRole('button', { name: 'Check now' }))
  expect(await screen.findByText('row a-1 was edited')).toBeTruthy()
  expect(screen.getByText('Altered, 1 finding')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Checking …' }).getAttribute('aria-disabled')).toBe('true')
})

test('says where the alerts are set, and a choice in the console is taken back with one press', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method !== 'POST') return Response.json(calm)
    sent.push([path, body === undefined ? undefined : JSON.parse(String(body))])
    return Response.json(path.endsWith('/test') ? { id: 'msg_1' } : { ...calm.alerts, mode: 'off', chosen: 'off' })
  })
  openInConsole(<SystemPage />)
  const alerts = await boxOf('Alerts')
  expect(alerts.getByText('As the environment says: TRAVEL_OPERATOR_ALERTS.')).toBeTruthy()
  await userEvent.click(alerts.getByRole('radio', { name: 'Off' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('That is undone.')).toBeTruthy()
  await userEvent.click(alerts.getByRole('button', { name: 'Send a test alert' }))
  expect(await screen.findByText('The test alert is noted under Messages.')).toBeTruthy()
  const [choice, test] = ['/api/console/alerts', '/api/console/alerts/test']
  expect(sent).toEqual([
    [choice, { mode: 'off' }],
    [choice, { mode: null }],
    [test, undefined],
  ])
})

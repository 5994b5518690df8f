import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AuditPage, AuditRow } from '#lib/console/model/console-audit.ts'
import type { NamedActor } from '#lib/platform/model/actor.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { AuditView } from './audit-view.tsx'

const ada: NamedActor = { actor: { kind: 'operator', id: 'user_1' }, name: 'Ada' }
const unknown: NamedActor = { actor: null, name: null }

const rowOf = (row: Partial<AuditRow>): AuditRow => ({
  id: 'main/1',
  at: '2026-11-20T10:00:00.000Z',
  action: 'profile.locked',
  subject: 'prof_1',
  by: ada,
  detail: '{}',
  place: 1,
  ...row,
})
const page: AuditPage = {
  rows: [rowOf({})],
  next: null,
  head: { size: 7, at: '2026-11-20T10:00:00.000Z' },
  problems: [],
}

const open = (answer: Partial<AuditPage>, query = '') => {
  vi.stubGlobal('fetch', async () => Response.json({ ...page, ...answer }))
  return openInConsole(<AuditView />, query)
}

test('a filter change updates the URL, keeps the other filters and returns to the first page', async () => {
  const visited = open({}, 'about=decisions&from=2026-11-01&after=main.9')
  expect(screen.getByLabelText('About')).toHaveProperty('value', 'decisions')
  await userEvent.type(screen.getByLabelText('Subject, whole id or name'), '  QUOTES_KEY {Enter}')
  await userEvent.selectOptions(screen.getByLabelText('About'), 'All')
  expect(visited).toEqual([
    '/console/audit?about=decisions&from=2026-11-01&subject=QUOTES_KEY',
    '/console/audit?from=2026-11-01',
  ])
  expect(screen.getByRole('link', { name: 'Clear filters' }).getAttribute('href')).toBe('/console/audit')
})

test('an empty list says that no row matches, and offers to clear filters only if there are filters', async () => {
  open({ rows: [] })
  expect(await screen.findByText('No row matches these filters.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Clear filters' })).toBeNull()
})

test('lists the first five problems of the audit trail, and states the number of all problems', async () => {
  open({ problems: Array.from({ length: 7 }, (_, n) => `row ${n} was changed`) })
  expect(await screen.findAllByText('The trail was altered:')).toHaveLength(5)
  expect(screen.getByText(/7 problems, of which the first 5 are above/)).toBeTruthy()
})

test('shows a subject and its details as text, and links only to pages of the console', async () => {
  const hostile = '<img src=x onerror=alert(1)>'
  open({
    rows: [
      rowOf({ id: 'main/3', action: 'skill.refused', subject: hostile, detail: JSON.stringify({ why: hostile }) }),
      rowOf({ id: 'main/2', action: 'execution.ended', subject: 'exec_abc', by: unknown, place: null }),
    ],
  })
  const [, first, second] = await screen.findAllByRole('row')
  if (!first || !second) throw new Error('The rows are missing')
  expect(first.querySelector('img, a')).toBeNull()
  for (const name of within(first).getAllByText(/why/)) expect(name.parentElement?.textContent).toContain(hostile)
  expect(within(second).getByRole('link').getAttribute('href')).toBe('/console/executions/exec_abc')
  expect(within(second).getByText('Not sealed yet')).toBeTruthy()
})

test('shows the actor below the action too, and the detail on a tap, for a phone, which hides their columns', async () => {
  open({
    rows: [
      rowOf({ id: 'main/2', by: ada, detail: '{"version":3}' }),
      rowOf({ id: 'main/1', by: { actor: { kind: 'command' }, name: null }, detail: '{}' }),
    ],
  })
  const [, first, second] = await screen.findAllByRole('row')
  const below = (row: HTMLElement | undefined) => row?.querySelectorAll('td')[1]?.querySelector('.is-narrow')
  expect(below(first)?.textContent).toMatch(/^By operator Ada/)
  expect(below(first)?.querySelector('ul')?.textContent).toBe('version 3')
  expect(below(second)?.querySelector('summary')).toBeNull()
  expect(below(second)?.textContent).toBe('By a command')
})

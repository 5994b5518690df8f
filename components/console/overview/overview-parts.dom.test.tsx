import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ConsoleOverview, Figures } from '#lib/console/model/console-overview.ts'
import { FirstSteps } from './first-steps.tsx'
import { errorRate } from './range-names.ts'
import { SeriesTable } from './series-table.tsx'
import { TaskList } from './task-list.tsx'
import { quietOverview } from './testing/quiet-overview.ts'

describe('the first steps of a new instance', () => {
  const setup = { has_credential: false, has_profile: false, has_script: false }

  it('mark the first step that is not done', () => {
    const { container } = render(<FirstSteps setup={{ ...setup, has_credential: true }} />)
    const steps = within(container).getAllByRole('listitem')
    expect(steps).toHaveLength(3)
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
    expect(steps[0]?.textContent).toContain('(done)')
  })

  it('disappear once a script has run', () => {
    const { container } = render(<FirstSteps setup={{ ...setup, has_script: true }} />)
    expect(container.textContent).toBe('')
  })
})

describe('the operator’s task list', () => {
  it('names what the skills and each profile, proposal and credential need, with a link to it', () => {
    const tasks: ConsoleOverview['tasks'] = [
      { kind: 'skills', problems: 2 },
      { kind: 'profile', profile_id: 'prof_1', name: 'Fare watch', missing: 1 },
      {
        kind: 'proposal',
        profile_id: 'prof_2',
        name: 'Digest',
        asks_for: 'host',
        asked: 'api.example.com',
        lapses_at: '2026-11-29T12:00:00.000Z',
      },
      { kind: 'credential', name: 'CRM_LOGIN', expires_at: '2026-12-05T23:59:59.000Z' },
      { kind: 'credential', name: 'OLD_LOGIN', expires_at: '2025-01-03T23:59:59.000Z' },
    ]
    const tasks_total = { skills: 1, profile: 1, proposal: 1, credential: 2 }
    render(<TaskList overview={{ tasks, tasks_total, until: '2026-11-20T14:32:00.000Z', time_zone: 'UTC' }} />)
    const rows = screen.getAllByRole('listitem').map((row) => {
      const link = within(row).getByRole('link')
      return [row.querySelector('p')?.textContent, link.textContent, link.getAttribute('href')]
    })
    expect(rows).toEqual([
      ['2 problems', 'Review Approved skills are left out', '/console/skills'],
      ['1 key needs a value', 'Review Fare watch', '/console/profiles/prof_1'],
      ['api.example.com, lapses 29 Nov', 'Decide Digest asks for a host', '/console/profiles/prof_2#proposals'],
      ['It is not used from then on', 'Replace CRM_LOGIN expires 5 Dec', '/console/credentials?text=CRM_LOGIN'],
      ['It is not used any more', 'Replace OLD_LOGIN expired 3 Jan 2025', '/console/credentials?text=OLD_LOGIN'],
    ])
    expect(screen.queryByText(/Not listed/)).toBeNull()
  })

  it('counts all tasks, also those that it does not list', () => {
    const tasks: ConsoleOverview['tasks'] = [{ kind: 'profile', profile_id: 'prof_1', name: 'Fare watch', missing: 1 }]
    const tasks_total = { skills: 0, profile: 2, proposal: 12, credential: 0 }
    render(<TaskList overview={{ tasks, tasks_total, until: '2026-11-20T14:32:00.000Z', time_zone: 'UTC' }} />)
    expect(screen.getByRole('heading').textContent).toBe('Waits for you 14')
    expect(screen.getByText('Not listed: 1 profile, 12 proposals')).toBeDefined()
  })
})

it('the table shows the figures of each profile, and a dash for a duration without a measurement', () => {
  const figures: Figures = { executions: 200, failed: 3, p50_ms: 486, p95_ms: 2140 }
  const nothing: Figures = { executions: 0, failed: 0, p50_ms: null, p95_ms: null }
  const series: ConsoleOverview['series'] = [
    { kind: 'searches', id: '', name: 'Without a profile', ...nothing },
    { kind: 'profile', id: 'prof_1', name: 'Fare watch', ...figures },
  ]
  render(<SeriesTable overview={{ ...quietOverview, series, total: figures }} />)
  const row = screen.getByRole('row', { name: /Fare watch/ })
  expect(row.textContent).toContain('2001.5%')
  expect(row.textContent).toMatch(/486\sms2\.14\ss/)
  expect(screen.getByRole('row', { name: /Without a profile/ }).textContent).toBe('Without a profile0–––')
})

it('shows an error rate only if an execution ran', () => {
  expect([errorRate({ executions: 0, failed: 0 }), errorRate({ executions: 1000, failed: 14 })]).toEqual(['–', '1.4%'])
})

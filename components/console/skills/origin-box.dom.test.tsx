import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { SkillOrigin } from '#lib/console/model/console-install.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { OriginBox } from './origin-box.tsx'
import { RelationsBox } from './relations-box.tsx'

const origin = {
  source: 'github:owner/repo',
  ref: 'main',
  commit: 'c'.repeat(40),
  publisher: null,
  digest: 'd'.repeat(64),
  is_requested: true,
  previous: null,
  removes: ['trip', 'base'],
  needed_by: [],
} satisfies NonNullable<SkillOrigin['origin']>

/** Answers each route by the end of its path. */
function answer(routes: Readonly<Record<string, object>>): unknown[] {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (body !== undefined) sent.push(JSON.parse(String(body)))
    const [, found] = Object.entries(routes).find(([end]) => path.endsWith(end)) ?? []
    return Response.json(found)
  })
  return sent
}

test('names the files that differ from the lock file, and what a removal takes along', async () => {
  const sent = answer({
    verification: { problem: null, differences: [{ field: 'files.main.ts', locked: 'a', installed: null }] },
    removal: { removed: ['trip', 'base'], lock_problem: null },
  })
  const visited = openInConsole(<OriginBox name="trip" origin={origin} />)
  expect(await screen.findByText('Not as skills.lock says')).toBeTruthy()
  expect(screen.getByText('files.main.ts: absent, locked is a')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Return to/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(screen.getByText(/only it needs them: base/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove 2 skills' }))
  await waitFor(() => expect(visited).toEqual(['/console/skills']))
  expect(sent).toEqual([{ digest: 'd'.repeat(64), removed: ['trip', 'base'] }])
})

test('a removal whose lock file could not be written says so', async () => {
  answer({
    verification: { problem: null, differences: [] },
    removal: { removed: ['trip'], lock_problem: 'read-only' },
  })
  const visited = openInConsole(<OriginBox name="trip" origin={{ ...origin, removes: ['trip'] }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove skill' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The lock file could not be written: read-only')
  expect(visited).toEqual([])
})

test('a skill that others need cannot be removed, and names them', async () => {
  answer({ verification: { problem: 'There is no skills.lock.', differences: [] } })
  openInConsole(<OriginBox name="base" origin={{ ...origin, removes: [], needed_by: ['trip'] }} />)
  expect(await screen.findByText('Not compared. There is no skills.lock.')).toBeTruthy()
  expect(screen.getByText('trip must be removed first: it needs this skill.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})

test('the list of dependencies says what the picture draws', () => {
  const skills = [
    { name: 'trip', version: '1.0.0', level: 0 },
    { name: 'base', version: '1.2.0', level: 1 },
    { name: 'gone', version: null, level: 1 },
    { name: 'tour', version: '2.0.0', level: -1 },
  ]
  const edges = [
    { from: 'trip', to: 'base', range: '^1.0.0' },
    { from: 'trip', to: 'gone', range: null },
    { from: 'tour', to: 'trip', range: '*' },
  ]
  openInConsole(<RelationsBox name="trip" origin={{ skills, edges, conflicts: ['ferry'] }} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'trip needs base ^1.0.0. Version 1.2.0 is here.',
    'trip needs gone as its parent. It is not here.',
    'tour needs trip *. Version 1.0.0 is here.',
    'trip cannot run beside ferry.',
  ])
  expect(document.querySelectorAll('.relations rect')).toHaveLength(skills.length)
  expect(document.querySelectorAll('.relations-line')).toHaveLength(edges.length)
})

import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { openInConsole } from '../testing/open-in-console.tsx'
import { ExecutionsView } from './executions-view.tsx'
import { failedRow } from './testing/failed-execution.ts'

const states = { pending: 0, running: 1, waiting: 0, completed: 61, failed: 1_001, cancelled: 0 }
let counted = 'all'

const histogram = {
  from: '2026-11-20T00:00:00.000Z',
  to: '2026-11-20T04:00:00.000Z',
  counted: 'newest',
  bars: [1, 0, 2, 3].map((executions) => ({ executions, failed: 1 })),
}

/** Fakes the list route: each request gets `answer`. Returns the requested paths. */
function answerWith(answer: () => Response): readonly string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/facets')) return Response.json({ skills: ['flight-search'], profiles: [] })
    if (path.includes('/histogram')) return Response.json(histogram)
    if (path.includes('/counts')) return Response.json({ counted, states })
    asked.push(path)
    return answer()
  })
  return asked
}

const open = (query: string) => openInConsole(<ExecutionsView />, query)

afterEach(() => {
  vi.useRealTimers()
})

const nothing = () => Response.json({ executions: [], next: null })
const refusal = () => Response.json({ error: { code: 'INVALID_INPUT', message: 'state is wrong.' } }, { status: 400 })

test('an invalid filter in the URL is reported, exports nothing, and can be cleared together with the others', async () => {
  answerWith(refusal)
  open('skill=flight-search&state=nonsense')
  expect(await screen.findByText(/state is wrong/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
  expect(screen.getByLabelText('Skill')).toHaveProperty('value', 'flight-search')
  expect(screen.getByRole('link', { name: 'Clear filters' }).getAttribute('href')).toBe('/console/executions')
})

test('an unknown filter in the URL is named in plain words, with one link that clears all filters', async () => {
  answerWith(refusal)
  open('skill=flight-search&status=foo')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('This address has a filter that this page does not know: status.')
  expect(alert.textContent).not.toContain('state is wrong')
  expect(screen.getByRole('link', { name: 'Clear filters' }).getAttribute('href')).toBe('/console/executions')
})

test('a filter shows its value from the URL even if no option has that value, such as a revoked profile', async () => {
  answerWith(nothing)
  open('profile=prof_gone')
  expect(await screen.findByText(/Nothing matches/)).toBeTruthy()
  expect(screen.getByLabelText('Profile')).toHaveProperty('value', 'prof_gone')
})

test('refreshes the newest page even while no execution runs, and never refreshes an older page', async () => {
  vi.useFakeTimers()
  const asked = answerWith(nothing)
  open('')
  open('after=1.exec_1')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  const older = asked.filter((path) => path.includes('after='))
  expect(older).toHaveLength(1)
  expect(asked.length - older.length).toBeGreaterThan(3)
})

test('the choice of a status says how many there are, up to a limit, and keeps the other filters', async () => {
  answerWith(nothing)
  const visited = open('text=SEA+NRT')
  expect(await screen.findByRole('radio', { name: 'Failed 1,000+' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'All 1,062+' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('radio', { name: 'Completed 61' }))
  expect(visited).toEqual(['/console/executions?text=SEA+NRT&state=completed'])
})

test('counts of the latest executions only are lower bounds', async () => {
  counted = 'newest'
  onTestFinished(() => {
    counted = 'all'
  })
  answerWith(nothing)
  open('text=SEA+NRT')
  expect(await screen.findByRole('radio', { name: 'Completed 61+' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Cancelled 0+' })).toBeTruthy()
})

test('a list that is paused is not read again until it goes on', async () => {
  vi.useFakeTimers()
  const asked = answerWith(nothing)
  open('')
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(screen.getByText('Paused')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(asked).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(asked.length).toBeGreaterThan(2)
})

test('the chart says whether it counts all, and its sliders say what is in a part of the time, and filter by it', async () => {
  answerWith(nothing)
  const visited = open('skill=script')
  expect(await screen.findByText(/6 executions, 4 failed/)).toBeTruthy()
  expect(screen.getByText(/^Only the latest executions are counted, since/)).toBeTruthy()
  fireEvent.change(screen.getByRole('slider', { name: 'Started, from' }), { target: { value: '2' } })
  expect(screen.getByText(/5 executions, 2 failed/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show only these' }))
  const query = new URLSearchParams(visited[0]?.split('?')[1])
  expect(Object.fromEntries(query)).toEqual({
    skill: 'script',
    since: '2026-11-20T02:00:00.000Z',
    before: '2026-11-20T04:00:00.000Z',
  })
})

test('saved filters open again with one press, until they are forgotten', async () => {
  answerWith(nothing)
  open('state=failed')
  await userEvent.click(screen.getByRole('button', { name: 'Save these filters' }))
  await userEvent.keyboard('Failures{Enter}')
  expect(await screen.findByText('“Failures” is saved in this browser.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('main'))
  cleanup()
  const visited = open('')
  await userEvent.click(screen.getByRole('button', { name: 'Failures' }))
  expect(visited).toEqual(['/console/executions?state=failed'])
  cleanup()
  open('state=failed')
  await userEvent.click(screen.getByRole('button', { name: 'Forget “Failures”' }))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('That is undone.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Forget “Failures”' }))
  expect(screen.queryByRole('button', { name: 'Failures' })).toBeNull()
})

test('filters with many letters of another script are saved beside the others', async () => {
  answerWith(nothing)
  for (const [query, name] of [
    ['state=failed', 'Failures'],
    [`text=${'航'.repeat(200)}`, 'Long'],
  ] as const) {
    open(query)
    await userEvent.click(screen.getByRole('button', { name: 'Save these filters' }))
    await userEvent.keyboard(`${name}{Enter}`)
    cleanup()
  }
  open('')
  for (const name of ['Failures', 'Long']) expect(screen.getByRole('button', { name })).toBeTruthy()
})

test('several scripts end together after one question that counts them, and failures are named', async () => {
  const ids = ['exec_1', 'exec_2', 'exec_3']
  const executions = [
    ...ids.slice(0, 2).map((id) => ({ ...failedRow, id, state: 'waiting', error_code: null })),
    { ...failedRow, id: 'exec_3' },
  ]
  const posted: string[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('/facets')) return Response.json({ skills: [], profiles: [] })
    if (path.includes('/histogram')) return Response.json(histogram)
    if (path.includes('/counts')) return Response.json({ counted, states })
    if (init.method !== 'POST') return Response.json({ executions, next: null })
    posted.push(path)
    return path.includes('exec_2')
      ? Response.json({ error: { code: 'CONFLICT', message: 'It has ended.' } }, { status: 409 })
      : Response.json({ done: true })
  })
  open('')
  for (const id of ids) await userEvent.click(await screen.findByRole('checkbox', { name: `Choose ${id}` }))
  expect(screen.getByRole('button', { name: 'Run 1 again' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'End 2' }))
  expect(posted).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'End executions' }))
  expect(await screen.findByText('1 execution ended. 1 not: It has ended.')).toBeTruthy()
  expect(posted).toEqual(['/api/console/executions/exec_1/cancel', '/api/console/executions/exec_2/cancel'])
  expect(screen.queryByRole('region', { name: 'Chosen executions' })).toBeNull()
})

test('what is chosen stays chosen over a list that has become empty', async () => {
  vi.useFakeTimers()
  let executions = [failedRow]
  answerWith(() => Response.json({ executions, next: null }))
  open('state=failed')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  fireEvent.click(screen.getByRole('checkbox', { name: /^Choose/ }))
  executions = []
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByText(/Nothing matches/)).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Chosen executions' })).toBeTruthy()
})

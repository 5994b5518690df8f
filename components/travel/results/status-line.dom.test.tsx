import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Found } from '#lib/travel/model/results/found.ts'
import { initialSearch, type SearchState } from '#lib/travel/model/results/search-stream.ts'
import type { ListView, SearchView } from '#lib/travel/model/results/search-view.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { ReaderProvider } from './reader.tsx'
import { StatusLine } from './status-line.tsx'

const done: SearchState = {
  ...initialSearch,
  phase: 'done',
  sources: [
    {
      skill: 'one',
      provider: 'Amadeus',
      timeout_ms: 20_000,
      progress: { state: 'answered', offers: [], leftOut: 0, elapsedMs: 900, cached: false, partial: false },
    },
  ],
}

function listOf(minutesOld: number, data: DataLabel = 'live', next?: DataLabel): ListView {
  const price = { amount: 850, currency: 'USD' }
  const about = { key: 'one 1', price, source: 'one', data, cached: false } as const
  const offers: Found[] = [{ ...about, fetchedAtMs: Date.now() - minutesOld * 60_000 }]
  const waiting: Found[] = next ? [{ ...about, key: 'two 1', source: 'two', data: next, fetchedAtMs: Date.now() }] : []
  const whole = { troubles: [], isPartial: false, failure: null, leftOut: 0, otherCurrencies: [] }
  return { kind: 'list', offers, currency: 'USD', waiting, ...whole }
}

function renderLine(view: SearchView, state = done, more = 0) {
  const [onShowAll, onRefresh] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const line = { state, view, rows: 1, of: 1, more, onShowAll, onRefresh }
  render(
    <ReaderProvider travelers={1} names={{}} kind="flights">
      <StatusLine {...line} />
    </ReaderProvider>,
    { locale: 'en-US' },
  )
  return { onShowAll, onRefresh }
}

const refresh = () => screen.queryByRole('button', { name: 'Check prices again' })

test.each([
  [1, '1 more result ready', 'Show 1 more result'],
  [3, '3 more results ready', 'Show 3 more results'],
  [0, 'more prices for these results ready', 'Show more prices'],
])(
  'announces rows and prices that are not in the list yet, and one press shows them: %i',
  async (more, text, button) => {
    const { onShowAll } = renderLine(listOf(0, 'live', 'live'), done, more)
    expect(screen.getByRole('status').textContent).toBe(`1 flight from Amadeus, ${text}`)
    await userEvent.click(screen.getByRole('button', { name: button }))
    expect(onShowAll).toHaveBeenCalledOnce()
  },
)

test.each<[DataLabel, DataLabel, string, string]>([
  ['test', 'live', '1 flight from Amadeus, 12 real results ready', 'Show 12 real results instead'],
  ['sample', 'test', '1 sample flight, 12 test results ready', 'Show 12 test results instead'],
])('says that results of another kind will replace the %s results: %s', (data, next, text, button) => {
  renderLine(listOf(0, data, next), done, 12)
  expect(screen.getByRole('status').textContent).toBe(text)
  expect(screen.getByRole('button', { name: button })).toBeDefined()
})

test('a source that is slow is named while the results of the others are shown', () => {
  const slow = { skill: 'two', provider: 'Duffel', timeout_ms: 15_000, progress: { state: 'waiting' } } as const
  renderLine(listOf(0), { ...done, phase: 'asking', sources: [...done.sources, slow] })
  expect(screen.getByRole('status').textContent).toBe('1 flight from 1 of 2 sources, still waiting for Duffel')
})

test('prices older than six minutes offer a refresh', async () => {
  const { onRefresh } = renderLine(listOf(7))
  await userEvent.click(refresh() ?? document.body)
  expect(onRefresh).toHaveBeenCalledOnce()
})

test('prices younger than six minutes offer no refresh, because the cache would return them again', () => {
  renderLine(listOf(5))
  expect(refresh()).toBeNull()
})

test('while the search runs it cannot be refreshed', () => {
  renderLine(listOf(7), { ...done, phase: 'asking' })
  expect(refresh()).toBeNull()
})

test('before there is a list, the line shows only the status', () => {
  renderLine({ kind: 'loading' }, initialSearch)
  expect(screen.getByRole('status').textContent).toBe('Asking')
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  [{ kind: 'no-sources' }, 'No source is switched on'],
  [{ kind: 'no-sources', isUnset: true }, 'No source is set up'],
] as const)('a search without sources names the reason: %j', (view, text) => {
  renderLine(view)
  expect(screen.getByRole('status').textContent).toBe(text)
})

test('one press saves the search of a finished list with the bags of the traveler, and a link to the saved search gets the focus', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ id: 'srch_a', is_new: true }))
  vi.stubGlobal('fetch', fetch)
  renderLine(listOf(0))
  await userEvent.click(await screen.findByRole('button', { name: 'Save search' }))
  const link = await screen.findByRole('link', { name: 'Saved under Trips' })
  await waitFor(() => expect(document.activeElement).toBe(link))
  const [path, request] = fetch.mock.calls[0] ?? []
  expect([path, request?.method, JSON.parse(String(request?.body))]).toEqual([
    '/api/saved-searches',
    'POST',
    { kind: 'flights', search: window.location.search, cabin_bags: 0, checked_bags: 0 },
  ])
})

test('a search that cannot be saved shows the reason, and the button can be pressed again', async () => {
  const error = { code: 'CONFLICT', reason: 'searches_full', message: 'For programs.', facts: { most: 25 } }
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 409 }))
  renderLine(listOf(0))
  await userEvent.click(await screen.findByRole('button', { name: 'Save search' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You keep 25 searches, the maximum. Remove one under Trips, then save again.',
  )
  expect(screen.getByRole('button', { name: 'Save search' })).toBeDefined()
})

test('a search cannot be saved while it runs', () => {
  renderLine(listOf(0), { ...done, phase: 'asking' })
  expect(screen.queryByRole('button', { name: 'Save search' })).toBeNull()
})

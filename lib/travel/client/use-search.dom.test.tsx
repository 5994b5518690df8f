import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readFlightsInSteps as read } from '../model/flights/read-flights.ts'
import { makeFlight } from '../model/flights/testing-flights.ts'
import { initialSearch } from '../model/results/search-stream.ts'
import { createQueryClient, FRESH_MS } from './create-query-client.ts'
import { isFreshSearch, searchKey } from './search-query.ts'
import { useSearch } from './use-search.ts'

const sources = { type: 'sources', sources: [{ skill: 'a', provider: 'A', timeout_ms: 1 }] }
const done = { type: 'done', query_time_ms: 1 }
const metadata = { query_time_ms: 5, cached: false, partial: false, data: 'live', fetched_at: '2026-11-20T08:00:00Z' }
const results = (...ids: string[]) => ({
  type: 'answer',
  source: 'a',
  output: { status: 'success', skill: 'a', version: '1.0.0', results: ids.map((id) => makeFlight(id)), metadata },
})

let client = createQueryClient()
let nowMs = Date.now()
/** The searches that were sent, with the writers of their answers. */
let asked: { signal: AbortSignal; write: (...lines: object[]) => Promise<void>; end: () => Promise<void> }[]
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
const open = (query = 'q') => renderHook(() => useSearch({ kind: 'flights', query, read }), { wrapper })

beforeEach(() => {
  client = createQueryClient()
  asked = []
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs)
  vi.spyOn(window, 'fetch').mockImplementation(async (_, init) => {
    const { readable, writable } = new TransformStream<Uint8Array>()
    const writer = writable.getWriter()
    asked.push({
      signal: init?.signal ?? AbortSignal.abort(),
      write: (...lines) =>
        writer.write(new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))),
      end: () => writer.close(),
    })
    return new Response(readable)
  })
})
afterEach(() => vi.restoreAllMocks())

async function answer(...lines: object[]) {
  await waitFor(() => expect(asked).toHaveLength(1))
  const one = asked.pop()
  await act(async () => {
    await one?.write(...lines)
    await one?.end()
  })
}

type Page = ReturnType<typeof open>
const phaseOf = ({ result }: Page) => result.current.state.phase
const offersOf = ({ result }: Page) =>
  result.current.state.sources.flatMap(({ progress }) => (progress.state === 'answered' ? progress.offers : []))

/** Opens a page, waits for its results, and leaves it. */
async function visit(query: string) {
  const page = open(query)
  await answer(sources, results('1'), done)
  await waitFor(() => expect(phaseOf(page)).toBe('done'))
  page.unmount()
}

test('a page shows each answer as it arrives', async () => {
  const page = open()
  await waitFor(() => expect(asked).toHaveLength(1))
  await act(async () => asked[0]?.write(sources))
  await waitFor(() => expect(phaseOf(page)).toBe('asking'))
  await act(async () => asked[0]?.write(results('1')))
  await waitFor(() => expect(offersOf(page)).toHaveLength(1))
  expect(phaseOf(page)).toBe('asking')
  await act(async () => asked[0]?.write(done))
  await act(async () => asked[0]?.end())
  await waitFor(() => expect(phaseOf(page)).toBe('done'))
})

test('Back shows results at once, without a search for five minutes and with one after that', async () => {
  await visit('q')
  nowMs += FRESH_MS - 1
  expect(isFreshSearch(client, 'flights', 'q')).toBe(true)
  const again = open()
  expect([phaseOf(again), offersOf(again).length]).toEqual(['done', 1])
  act(() => again.result.current.showAll())
  again.unmount()
  expect(asked).toEqual([])

  nowMs += 1
  expect(isFreshSearch(client, 'flights', 'q'), 'what is shown again keeps its age').toBe(false)
  const old = open()
  expect(offersOf(old)).toHaveLength(1)
  await waitFor(() => expect(old.result.current.state.previous).toMatchObject({ a: [{ key: 'a~1' }] }))
  await answer(sources, results('2', '3'), done)
  await waitFor(() => expect(offersOf(old)).toHaveLength(2))
  expect(isFreshSearch(client, 'flights', 'q')).toBe(true)
})

test('a search that failed is not shown again, and one that was left goes on with what it had found', async () => {
  const failed = open()
  await answer(sources, done)
  await waitFor(() => expect(failed.result.current.state.failure).not.toBeNull())
  failed.unmount()
  const again = open()
  expect(again.result.current.state).toBe(initialSearch)
  await waitFor(() => expect(asked).toHaveLength(1))
  await act(async () => asked[0]?.write(sources, results('1')))
  await waitFor(() => expect(offersOf(again)).toHaveLength(1))
  const { signal } = asked[0] ?? {}
  expect(signal?.aborted).toBe(false)
  again.unmount()
  expect(signal?.aborted).toBe(true)
  expect(isFreshSearch(client, 'flights', 'q')).toBe(false)
  const left = open()
  expect(offersOf(left)).toHaveLength(1)
  left.unmount()
})

test('a visit remembers the last four searches of a kind', async () => {
  const queries = ['1', '2', '3', '4', '5']
  for (const query of queries) {
    nowMs += 1
    await visit(query)
  }
  expect(queries.filter((query) => client.getQueryData(searchKey('flights', query)))).toEqual(['2', '3', '4', '5'])
})

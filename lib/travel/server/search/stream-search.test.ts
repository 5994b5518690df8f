import { expect, it, vi } from 'vitest'
import { publicPrincipal } from '#runner/contract/principal.ts'
import type { SearchLine } from '#runner/contract/stream.ts'
import { createSearchTurns } from './search-turns.ts'
import { streamSearch } from './stream-search.ts'

const never = new AbortController().signal

async function begin() {
  const searchTurns = createSearchTurns({ perPerson: 2, inAll: 6 })
  const asked: AbortSignal[] = []
  async function* lines(): AsyncGenerator<SearchLine> {
    yield { type: 'sources', sources: [] }
  }
  const ports = {
    searchTurns,
    async searchByCapability({ signal }: { signal: AbortSignal }) {
      asked.push(signal)
      return { kind: 'stream' as const, lines: lines() }
    },
    searchHistory: { note: async () => {} },
    noteAnswer: async () => {},
    log: { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() },
  }
  const turn = new DisposableStack()
  const ended = vi.fn()
  turn.defer(ended)
  const result = await streamSearch(ports, {
    capability: 'C-FLIGHT-SEARCH',
    checked: { ok: true, input: { action: 'search_flights', params: {}, config: {} } },
    note: { kind: 'flights', from: 'AMS', to: 'LIS', start: '2026-12-30', end: null },
    canonicalQuery: 'origin=AMS',
    principal: publicPrincipal,
    limitKey: 'ann',
    requestId: 'req_1',
    signal: never,
    request: new Request('http://localhost/api/search/flights'),
    turn,
  })
  if (!(result instanceof Response)) throw new Error('The search was refused')
  return { response: result, ended, asked, background: () => searchTurns.background('ann', never) }
}

it('ends the work, the turn and the own search of a client that leaves before the first line', async () => {
  const { response, ended, asked, background } = await begin()
  const waiting = background()
  await response.body?.cancel()
  expect(asked.map(({ aborted }) => aborted)).toEqual([true])
  expect(ended).toHaveBeenCalledOnce()
  using _turn = await waiting
})

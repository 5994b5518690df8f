import { describe, expect, it } from 'vitest'
import type { FlightOffer } from '../model/flights/flight-offer.ts'
import { makeOffer } from '../model/flights/testing-flights.ts'
import { initialSearch, type SearchState } from '../model/results/search-stream.ts'
import { createVisitMemory } from './visit-memory.ts'

const found = (id: string): SearchState<FlightOffer> => ({
  ...initialSearch,
  phase: 'done',
  shown: ['a'],
  sources: [
    {
      skill: 'a',
      provider: 'A',
      timeout_ms: 1,
      progress: { state: 'answered', offers: [makeOffer(id)], leftOut: 0, elapsedMs: 1, cached: false, partial: false },
    },
  ],
})

describe('a tab remembers', () => {
  it('a search with results, fresh for five minutes', () => {
    let now = 0
    const memory = createVisitMemory(() => now)
    memory.flights.keep('q', found('1'))
    expect(memory.flights.recall('q')).toEqual({ state: found('1'), isFresh: true })
    now = 5 * 60_000
    expect(memory.flights.recall('q')).toMatchObject({ isFresh: false })
    expect(memory.flights.recall('other')).toBeUndefined()
  })

  it('the age of a search while its answer is shown again', () => {
    let now = 0
    const memory = createVisitMemory(() => now)
    const state = found('1')
    memory.flights.keep('q', state)
    now = 4 * 60_000
    memory.flights.keep('q', { ...state, shown: ['a', 'b'] })
    now = 5 * 60_000
    expect(memory.flights.recall('q')).toEqual({ state: { ...state, shown: ['a', 'b'] }, isFresh: false })
    memory.flights.keep('q', found('2'))
    expect(memory.flights.recall('q')).toMatchObject({ isFresh: true })
  })

  it('no search that is running or has no results', () => {
    const memory = createVisitMemory(() => 0)
    memory.flights.keep('q', { ...found('1'), phase: 'asking' })
    memory.flights.keep('q', { ...initialSearch, phase: 'done' })
    expect(memory.flights.recall('q')).toBeUndefined()
  })

  it('only the last few searches', () => {
    const memory = createVisitMemory(() => 0)
    for (const query of ['1', '2', '3', '4', '5']) memory.flights.keep(query, found(query))
    expect(['1', '2', '5'].map((query) => memory.flights.recall(query) !== undefined)).toEqual([false, true, true])
  })

  it('a scroll position, for one use, and only after a return through the history', () => {
    const memory = createVisitMemory(() => 0)
    const place = { top: 1234, row: null }
    memory.noteScroll('q', place)
    expect(memory.takeScroll('q', '/results')).toBeUndefined()
    memory.noteReturn('/elsewhere')
    expect(memory.takeScroll('q', '/results')).toBeUndefined()
    memory.noteReturn('/results')
    expect([memory.takeScroll('q', '/results'), memory.takeScroll('q', '/results')]).toEqual([place, undefined])
  })
})

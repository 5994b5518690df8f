import { describe, expect, it } from 'vitest'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { ErrorCode } from '#runner/contract/errors.ts'
import { Json } from '#runner/contract/skill-io.ts'
import { type SearchLine, SearchLine as SearchLineSchema } from '#runner/contract/stream.ts'
import type { FlightOffer } from '../flights/flight-offer.ts'
import { hasDirections } from '../flights/flight-offer.ts'
import { readFlights } from '../flights/read-flights.ts'
import { makeFlight } from '../flights/testing-flights.ts'
import { flightSearches } from '../search-kind.ts'
import {
  initialSearch,
  reduceSearch as reduceAny,
  type SearchEvent,
  type SearchState as StateOf,
} from './search-stream.ts'
import { viewOf as viewOfSearch } from './search-view.ts'
import { statusText } from './status-text.ts'

const sources = (...skills: string[]): SearchLine => ({
  type: 'sources',
  sources: skills.map((skill) => ({ skill, provider: skill.toUpperCase(), timeout_ms: 15_000 })),
})
const answer = (source: string, flights: FlightResult[], metadata = {}): SearchLine =>
  SearchLineSchema.parse({
    type: 'answer',
    source,
    output: {
      status: 'success',
      skill: source,
      version: '1.0.0',
      results: Json.parse(flights),
      metadata: { query_time_ms: 5, cached: false, data: 'live', fetched_at: '2026-11-20T08:00:00Z', ...metadata },
    },
  })
const failure = (source: string, code: ErrorCode): SearchLine => ({
  type: 'answer',
  source,
  output: { status: 'error', skill: source, version: '1.0.0', error: { code, message: 'a sentence' } },
})
const done: SearchLine = { type: 'done', query_time_ms: 9 }

function run(...events: (SearchLine | SearchEvent)[]): SearchState {
  return events.reduce<SearchState>((state, event) => {
    const isEvent = event.type !== 'sources' && event.type !== 'answer' && event.type !== 'done'
    return reduceSearch(state, isEvent ? event : { type: 'line', line: event })
  }, initialSearch)
}
type SearchState = StateOf<FlightOffer>
const reduceSearch = (state: SearchState, event: SearchEvent) => reduceAny(state, event, readFlights)
const viewOf = (state: SearchState) => viewOfSearch(state, { currency: 'USD', fits: hasDirections(1) })
const kindAfter = (...events: (SearchLine | SearchEvent)[]) => viewOf(run(...events)).kind
const refused = (code: ErrorCode, more = {}): SearchEvent => ({
  type: 'failed',
  failure: { kind: 'refused', error: { code, message: 'a sentence' }, ...more },
})

describe('a streamed search', () => {
  it('is loading until the first offers are there, then a list', () => {
    expect(kindAfter()).toBe('loading')
    expect(kindAfter(sources('a', 'b'))).toBe('loading')
    expect(kindAfter(sources('a', 'b'), answer('a', []))).toBe('loading')
    expect(kindAfter(sources('a', 'b'), answer('a', [makeFlight('1')]))).toBe('list')
  })

  it('lets later offers wait until they are asked for', () => {
    const state = run(
      sources('a', 'b'),
      answer('a', [makeFlight('1')]),
      answer('b', [makeFlight('1'), makeFlight('2')]),
      done,
    )
    expect(viewOf(state)).toMatchObject({ kind: 'list', waiting: 2 })
    const shown = viewOf(reduceSearch(state, { type: 'show-all' }))
    expect(shown).toMatchObject({ kind: 'list', waiting: 0 })
    expect(shown.kind === 'list' && shown.offers.map(({ key }) => key)).toEqual(['a~1', 'b~1', 'b~2'])
  })

  it('shows the second source at once when the first had nothing', () => {
    const view = viewOf(run(sources('a', 'b'), answer('a', []), answer('b', [makeFlight('1')])))
    expect(view).toMatchObject({ kind: 'list', waiting: 0 })
  })

  it('never puts sample offers into one list with live ones', () => {
    const both = run(
      sources('a', 'b'),
      answer('a', [makeFlight('1')], { data: 'sample' }),
      answer('b', [makeFlight('2')]),
      { type: 'show-all' },
    )
    const view = viewOf(both)
    expect(view.kind === 'list' && view.offers.map(({ data }) => data)).toEqual(['live'])
  })

  it('keeps none found, throttled, timed out and down apart', () => {
    expect(kindAfter(sources('a'), answer('a', []), done)).toBe('none')
    const trouble = (code: ErrorCode) => viewOf(run(sources('a'), failure('a', code), done))
    expect(trouble('API_RATE_LIMITED')).toMatchObject({ kind: 'trouble', trouble: { kind: 'throttled', who: 'A' } })
    expect(trouble('API_TIMEOUT')).toMatchObject({ kind: 'trouble', trouble: { kind: 'timeout', limitMs: 15_000 } })
    expect(trouble('TIMEOUT')).toMatchObject({ trouble: { kind: 'timeout' } })
    expect(trouble('API_UNAVAILABLE')).toMatchObject({ kind: 'trouble', trouble: { kind: 'down', who: 'A' } })
    expect(trouble('API_INVALID_PARAMS')).toMatchObject({ trouble: { kind: 'refused-search' } })
    expect(trouble('SKILL_CRASHED')).toMatchObject({ trouble: { kind: 'unavailable' } })
    expect(viewOf(run(sources(), done)).kind).toBe('no-sources')
  })

  it('says when a source that had no room may have some', () => {
    const error = { code: 'RATE_LIMITED' as const, message: 'a sentence', retry_after_ms: 2500 }
    const output = { status: 'error' as const, skill: 'a', version: '1.0.0', error }
    expect(viewOf(run(sources('a'), { type: 'answer', source: 'a', output }, done))).toMatchObject({
      trouble: { kind: 'throttled', who: 'A', retryAfterS: 3 },
    })
  })

  it('names the missing source of a partial answer and keeps the list', () => {
    const view = viewOf(run(sources('a', 'b'), answer('a', [makeFlight('1')]), failure('b', 'API_TIMEOUT'), done))
    expect(view).toMatchObject({ kind: 'list', isPartial: true, troubles: [{ kind: 'timeout', who: 'B' }] })
  })

  it('says nothing was found only for sources that answered', () => {
    const view = viewOf(run(sources('a', 'b'), answer('a', []), failure('b', 'API_UNAVAILABLE'), done))
    expect(view).toMatchObject({ kind: 'none', troubles: [{ kind: 'down', who: 'B' }] })
  })

  it('tells refusals before the stream apart', () => {
    expect(kindAfter(refused('UNAUTHENTICATED'))).toBe('signed-out')
    expect(kindAfter(refused('INVALID_INPUT'))).toBe('invalid')
    expect(viewOf(run(refused('RATE_LIMITED', { retryAfterS: 12 })))).toMatchObject({
      trouble: { kind: 'throttled', who: null, retryAfterS: 12 },
    })
    expect(viewOf(run(refused('INTERNAL', { requestId: 'req_1' })))).toMatchObject({
      kind: 'internal',
      requestId: 'req_1',
    })
    expect(kindAfter({ type: 'failed', failure: { kind: 'offline' } })).toBe('offline')
  })

  it('does not lose a list when the connection breaks, and says that it is partial', () => {
    const view = viewOf(
      run(sources('a', 'b'), answer('a', [makeFlight('1')]), { type: 'failed', failure: { kind: 'broken' } }),
    )
    expect(view).toMatchObject({ kind: 'list', isPartial: true })
  })

  it('takes an end before every answer as a break', () => {
    expect(kindAfter(sources('a'), done)).toBe('internal')
  })

  it('leaves out an offer that does not have the agreed form, and says so', () => {
    const broken = SearchLineSchema.parse({
      ...answer('a', [makeFlight('1')]),
      output: {
        status: 'success',
        skill: 'a',
        version: '1',
        results: [{ id: 'x' }, Json.parse(makeFlight('1'))],
        metadata: { query_time_ms: 1, cached: false, data: 'live', fetched_at: '2026-11-20T08:00:00Z' },
      },
    })
    const view = viewOf(run(sources('a'), broken, done))
    expect(view).toMatchObject({ kind: 'list', isPartial: true })
    expect(view.kind === 'list' && view.offers.length).toBe(1)
  })

  it('ignores an answer of a source that was never asked', () => {
    expect(kindAfter(sources('a'), answer('z', [makeFlight('1')]))).toBe('loading')
  })

  it('starts anew on restart', () => {
    expect(run(sources('a'), answer('a', [makeFlight('1')]), { type: 'restart' })).toEqual(initialSearch)
  })

  it('asked again, keeps the old prices, marked as old, until their source answers anew', () => {
    const before = run(sources('a'), answer('a', [makeFlight('1')]), done)
    const again = [{ type: 'again' as const }, sources('a')].reduce<SearchState>(
      (state, event) => reduceSearch(state, event.type === 'again' ? event : { type: 'line', line: event }),
      before,
    )
    expect(viewOf(again)).toMatchObject({ kind: 'list', offers: [{ key: 'a~1', isOld: true }], isPartial: false })
    const throttled = reduceSearch(again, { type: 'line', line: failure('a', 'API_RATE_LIMITED') })
    expect(viewOf(throttled)).toMatchObject({
      kind: 'list',
      offers: [{ key: 'a~1', isOld: true }],
      troubles: [{ kind: 'throttled' }],
    })
    const answered = viewOf(reduceSearch(again, { type: 'line', line: answer('a', [makeFlight('2')]) }))
    expect(answered).toMatchObject({ kind: 'list', waiting: 0 })
    expect(answered.kind === 'list' && answered.offers.map(({ key, isOld }) => [key, isOld])).toEqual([
      ['a~2', undefined],
    ])
  })

  it('a refusal when asked again leaves the list, and says why it is old', () => {
    const list = [sources('a'), answer('a', [makeFlight('1')]), done]
    const again = { type: 'again' as const }
    expect(viewOf(run(...list, again, refused('RATE_LIMITED', { retryAfterS: 12 })))).toMatchObject({
      kind: 'list',
      failure: { kind: 'trouble', trouble: { kind: 'throttled', retryAfterS: 12 } },
    })
    expect(viewOf(run(...list, again, { type: 'failed', failure: { kind: 'offline' } }))).toMatchObject({
      kind: 'list',
      failure: { kind: 'offline' },
    })
  })

  it('a list has one currency; offers in another are counted apart', () => {
    const yen = makeFlight('2', { price: { amount: 1, currency: 'JPY' } })
    const view = viewOf(run(sources('a'), answer('a', [makeFlight('1'), yen]), done))
    expect(view).toMatchObject({ kind: 'list', currency: 'USD', otherCurrencies: [{ currency: 'JPY', count: 1 }] })
    expect(view.kind === 'list' && view.offers.map(({ key }) => key)).toEqual(['a~1'])
  })

  it('an answer of nothing usable is not shown as an answer of nothing', () => {
    const free = makeFlight('1', { price: { amount: 0, currency: 'USD' } })
    expect(viewOf(run(sources('a'), answer('a', [free]), done))).toMatchObject({ kind: 'none', leftOut: 1 })
  })

  it('says in the status line who was asked and who answered', () => {
    const text = (...events: (SearchLine | SearchEvent)[]) => {
      const state = run(...events)
      const { strong, rest } = statusText(state, viewOf(state), { rows: 2, of: 2 }, flightSearches)
      return `${strong} ${rest}`.trim()
    }
    expect(text(sources('a'))).toBe('Asking 1 source.')
    expect(text(sources('a', 'b', 'c'), answer('a', []))).toBe('Asking 3 sources. A has answered.')
    expect(text(sources('a'), answer('a', [makeFlight('1'), makeFlight('2')]), done)).toBe(
      '2 flights from 1 of 1 source',
    )
    const list = run(sources('a'), answer('a', [makeFlight('1')]), done)
    expect(statusText(list, viewOf(list), { rows: 0, of: 86 }, flightSearches)).toEqual({
      strong: '0 of 86 flights',
      rest: 'match your filters',
    })
  })
})

import { describe, expect, it } from 'vitest'
import { formatParts } from '#lib/platform/model/texts.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { type ErrorCode, sentenceOf } from '#runner/contract/errors.ts'
import { Json } from '#runner/contract/skill-io.ts'
import { type SearchLine, SearchLine as SearchLineSchema } from '#runner/contract/stream.ts'
import type { FlightOffer } from '../flights/flight-offer.ts'
import { readFlightsInSteps } from '../flights/read-flights.ts'
import { makeFlight } from '../flights/testing-flights.ts'
import { finish } from '../steps.ts'
import {
  type SearchEvent as EventOf,
  initialSearch,
  reduceSearch,
  type SearchState as StateOf,
} from './search-stream.ts'
import { listOf, viewOf as viewOfSearch } from './search-view.ts'
import { progressOf } from './source-progress.ts'
import { statusText } from './status-text.ts'

const texts = compiledTexts('en', ['results']).results

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

type SearchState = StateOf<FlightOffer>
type SearchEvent = EventOf<FlightOffer>
/** A line of the stream, or another event of the search. */
type Step = SearchLine | Exclude<SearchEvent, { type: 'answer' }>

function step(state: SearchState, event: Step): SearchState {
  if (event.type !== 'answer') return reduceSearch(state, event)
  const progress = finish(progressOf(event, readFlightsInSteps))
  return reduceSearch(state, { type: 'answer', source: event.source, progress })
}
const run = (...events: Step[]) => events.reduce<SearchState>((state, event) => step(state, event), initialSearch)
const viewOf = (state: SearchState) => viewOfSearch(state, listOf(state, { currency: 'USD', fits: () => true }))
const plain = (parts: string[]) => parts.join('')
function statusOf(state: SearchState, shown = { rows: 1, of: 1 }): string {
  const [key, values] = statusText(state, viewOf(state), shown, 'flights', 'en-GB')
  return [formatParts<string>(texts, 'en-GB', key, { ...values, b: plain, more: plain })].flat().join('')
}
const kindAfter = (...events: Step[]) => viewOf(run(...events)).kind
const refused = (code: ErrorCode, more = {}): Step => ({
  type: 'failed',
  failure: { kind: 'refused', error: { code, message: 'a sentence' }, ...more },
})

describe('a streamed search', () => {
  it('is loading until the first offers arrive, then shows a list', () => {
    expect(kindAfter()).toBe('loading')
    expect(kindAfter(sources('a', 'b'))).toBe('loading')
    expect(kindAfter(sources('a', 'b'), answer('a', []))).toBe('loading')
    expect(kindAfter(sources('a', 'b'), answer('a', [makeFlight('1')]))).toBe('list')
  })

  it("reports a source that requires a confirmation, with the contract's message", () => {
    const asks: SearchLine = {
      type: 'answer',
      source: 'a',
      output: {
        status: 'requires_confirmation',
        requires_confirmation: true,
        skill: 'a',
        version: '1.0.0',
        confirmation: { id: '1', prompt: 'Book?' },
      },
    }
    const message = sentenceOf('CONFIRMATION_REQUIRED', { skill: 'a' })
    expect(run(sources('a'), asks).sources[0]?.progress).toEqual({
      state: 'failed',
      error: { code: 'CONFIRMATION_REQUIRED', message },
    })
  })

  it('keeps the same offer objects when the stream ends, so that they are not grouped and sorted again', () => {
    const listed = run(sources('a'), answer('a', [makeFlight('1')]))
    const ended = step(listed, done)
    for (const part of ['sources', 'shown', 'firstKeys', 'previous'] as const) expect(ended[part]).toBe(listed[part])
  })

  it('holds later offers back until the reader asks for them', () => {
    const state = run(
      sources('a', 'b'),
      answer('a', [makeFlight('1')]),
      answer('b', [makeFlight('1'), makeFlight('2')]),
      done,
    )
    expect(viewOf(state)).toMatchObject({ kind: 'list', waiting: { length: 2 } })
    const shown = viewOf(reduceSearch(state, { type: 'show-all' }))
    expect(shown).toMatchObject({ kind: 'list', waiting: { length: 0 } })
    expect(shown.kind === 'list' && shown.offers.map(({ key }) => key)).toEqual(['a~1', 'b~1', 'b~2'])
  })

  it('holds back the offers of a source that answers after the reader showed the waiting offers', () => {
    const state = run(
      sources('a', 'b', 'c'),
      answer('a', [makeFlight('1')]),
      answer('b', [makeFlight('2')]),
      { type: 'show-all' },
      answer('c', [makeFlight('3')]),
      done,
    )
    expect(viewOf(state)).toMatchObject({
      kind: 'list',
      waiting: { length: 1 },
      offers: [{ key: 'a~1' }, { key: 'b~2' }],
    })
    expect(viewOf(reduceSearch(state, { type: 'show-all' }))).toMatchObject({
      waiting: { length: 0 },
      offers: { length: 3 },
    })
  })

  it("shows a source's first offers, announces the rest, and holds it back until the reader asks for it", () => {
    const first = { ...answer('a', [makeFlight('2')]), is_first: true as const }
    const begun = run(sources('a'), first)
    expect(viewOf(begun)).toMatchObject({ kind: 'list', waiting: { length: 0 }, offers: [{ key: 'a~2' }] })
    expect(statusOf(begun)).toBe('1 flight so far, more are on their way')
    const all = run(sources('a'), first, answer('a', [makeFlight('1'), makeFlight('2'), makeFlight('3')]), done)
    expect(viewOf(all)).toMatchObject({ kind: 'list', waiting: { length: 2 }, offers: [{ key: 'a~2' }] })
    expect(viewOf(reduceSearch(all, { type: 'show-all' }))).toMatchObject({
      waiting: { length: 0 },
      offers: [{ key: 'a~1' }, { key: 'a~2' }, { key: 'a~3' }],
    })
    expect(kindAfter(sources('a'), first, done)).toBe('list')
    expect(viewOf(run(sources('a'), first, done))).toMatchObject({ failure: { kind: 'internal' } })
  })

  it.each<[string, Step]>([
    ['ended', done],
    ['broke', { type: 'failed', failure: { kind: 'broken' } }],
    ['lost its connection', { type: 'failed', failure: { kind: 'offline' } }],
  ])('announces no further offers after the stream %s', (_, end) => {
    const first = { ...answer('a', [makeFlight('1')]), is_first: true as const }
    const state = run(sources('a'), first, end)
    expect(statusOf(state)).toBe('1 flight from A')
  })

  it("keeps a source's first offers when the rest of its answer fails", () => {
    const first = { ...answer('a', [makeFlight('1')]), is_first: true as const }
    const state = run(sources('a'), first, failure('a', 'API_TIMEOUT'), done)
    expect(viewOf(state)).toMatchObject({ kind: 'list', offers: [{ key: 'a~1', isOld: true }], isPartial: true })
  })

  it('shows the second source immediately if the first had no offers', () => {
    const view = viewOf(run(sources('a', 'b'), answer('a', []), answer('b', [makeFlight('1')])))
    expect(view).toMatchObject({ kind: 'list', waiting: { length: 0 } })
  })

  it.each([
    ['sample', 'live'],
    ['test', 'live'],
    ['sample', 'test'],
  ] as const)('never mixes %s offers with %s ones, whichever arrive first', (data, better) => {
    const [worse, best] = [answer('a', [makeFlight('1')], { data }), answer('b', [makeFlight('2')], { data: better })]
    for (const answers of [
      [worse, best],
      [best, worse],
    ]) {
      const view = viewOf(run(sources('a', 'b'), ...answers, { type: 'show-all' }, done))
      expect(view).toMatchObject({ waiting: { length: 0 } })
      expect(view.kind === 'list' && view.offers.map((offer) => offer.data)).toEqual([better])
    }
  })

  it('distinguishes no results, throttled, timed out and down', () => {
    expect(kindAfter(sources('a'), answer('a', []), done)).toBe('none')
    const trouble = (code: ErrorCode) => viewOf(run(sources('a'), failure('a', code), done))
    expect(trouble('API_RATE_LIMITED')).toMatchObject({ kind: 'trouble', trouble: { kind: 'throttled', who: 'A' } })
    expect(trouble('API_TIMEOUT')).toMatchObject({ kind: 'trouble', trouble: { kind: 'timeout', limitMs: 15_000 } })
    expect(trouble('TIMEOUT')).toMatchObject({ trouble: { kind: 'timeout' } })
    expect(trouble('API_UNAVAILABLE')).toMatchObject({ kind: 'trouble', trouble: { kind: 'down', who: 'A' } })
    expect(trouble('API_INVALID_PARAMS')).toMatchObject({ trouble: { kind: 'refused-search' } })
    expect(trouble('SKILL_CRASHED')).toMatchObject({ trouble: { kind: 'unavailable' } })
    expect(trouble('SKILL_DISABLED')).toMatchObject({ kind: 'trouble', trouble: { kind: 'off', who: 'A' } })
    expect(viewOf(run(sources(), done)).kind).toBe('no-sources')
  })

  it('holds live offers that would replace test offers on the screen back until the reader asks for them', () => {
    const live = answer('b', [makeFlight('2'), makeFlight('3')])
    const state = run(sources('a', 'b'), answer('a', [makeFlight('1')], { data: 'test' }), live, done)
    const [test, shown] = [viewOf(state), viewOf(reduceSearch(state, { type: 'show-all' }))]
    expect(test).toMatchObject({ kind: 'list', waiting: { length: 2 }, offers: [{ source: 'a' }] })
    expect(test.kind === 'list' && test.waiting.map(({ data }) => data)).toEqual(['live', 'live'])
    expect(shown).toMatchObject({ waiting: { length: 0 }, offers: [{ source: 'b' }, { source: 'b' }] })
  })

  it('distinguishes sources without keys, which were not called, from sources that failed', () => {
    const unset = failure('a', 'NOT_CONFIGURED')
    const both = [unset, failure('b', 'NOT_CONFIGURED')]
    expect(viewOf(run(sources('a', 'b'), ...both, done))).toEqual({ kind: 'no-sources', isUnset: true })
    expect(viewOf(run(sources('a', 'b'), unset, failure('b', 'API_TIMEOUT'), done))).toMatchObject({ kind: 'trouble' })
  })

  it('says when a rate-limited source can be asked again, if the source says so', () => {
    const error = { code: 'RATE_LIMITED' as const, message: 'a sentence', retry_after_ms: 2500 }
    const output = { status: 'error' as const, skill: 'a', version: '1.0.0', error }
    expect(viewOf(run(sources('a'), { type: 'answer', source: 'a', output }, done))).toMatchObject({
      trouble: { kind: 'throttled', who: 'A', retryAfterS: 3 },
    })
    expect(viewOf(run(sources('a'), failure('a', 'RATE_LIMITED'), done))).toMatchObject({
      trouble: { kind: 'throttled', who: 'A', retryAfterS: null },
    })
  })

  it('names the missing source of a partial answer and keeps the list', () => {
    const view = viewOf(run(sources('a', 'b'), answer('a', [makeFlight('1')]), failure('b', 'API_TIMEOUT'), done))
    expect(view).toMatchObject({ kind: 'list', isPartial: true, troubles: [{ kind: 'timeout', who: 'B' }] })
  })

  it('reports "no results" only for sources that answered', () => {
    const view = viewOf(run(sources('a', 'b'), answer('a', []), failure('b', 'API_UNAVAILABLE'), done))
    expect(view).toMatchObject({ kind: 'none', troubles: [{ kind: 'down', who: 'B' }] })
  })

  it('distinguishes the errors that refuse a search before its stream starts', () => {
    expect(kindAfter(refused('UNAUTHENTICATED'))).toBe('signed-out')
    expect(kindAfter(refused('INVALID_INPUT'))).toBe('invalid')
    expect(viewOf(run(refused('RATE_LIMITED', { retryAfterS: 12 })))).toMatchObject({
      trouble: { kind: 'throttled', who: null, retryAfterS: 12 },
    })
    expect(viewOf(run(refused('INTERNAL', { requestId: 'req_1' })))).toMatchObject({
      kind: 'internal',
      requestId: 'req_1',
    })
    expect(kindAfter(refused('SKILL_NOT_FOUND'))).toBe('no-sources')
    expect(kindAfter(refused('SKILL_DISABLED'))).toBe('no-sources')
    expect(kindAfter({ type: 'failed', failure: { kind: 'offline' } })).toBe('offline')
  })

  it('keeps the list when the connection breaks and marks it as partial', () => {
    const view = viewOf(
      run(sources('a', 'b'), answer('a', [makeFlight('1')]), { type: 'failed', failure: { kind: 'broken' } }),
    )
    expect(view).toMatchObject({ kind: 'list', isPartial: true })
  })

  it('treats an end before all answers as a broken connection', () => {
    expect(kindAfter(sources('a'), done)).toBe('internal')
    const broken: Step = { type: 'failed', failure: { kind: 'broken' } }
    expect(viewOf(run(sources('a'), done))).toEqual(viewOf(run(sources('a'), broken)))
  })

  it('leaves out an invalid offer and counts it', () => {
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

  it('does not report a source as down or empty when none of its offers could be read, and counts them', () => {
    const unread = answer('a', [], { partial: true, unreadable: 3, unknown_airports: ['KTI'] })
    const state = run(sources('a'), unread, done)
    const progress = { state: 'answered', unread: { unreadable: 3, unknown_airports: ['KTI'] } }
    expect(viewOf(state)).toMatchObject({ kind: 'none', troubles: [], leftOut: 0, sources: [{ skill: 'a', progress }] })
    const beside = run(sources('a', 'b'), unread, answer('b', [makeFlight('1')]), done)
    expect(viewOf(beside)).toMatchObject({ kind: 'list', isPartial: true, troubles: [] })
    expect(statusOf(beside)).toBe('1 flight from B')
  })

  it('marks a list as partial if some offers of its source could not be read', () => {
    const state = run(sources('a'), answer('a', [makeFlight('1')], { unreadable: 1 }), done)
    expect(viewOf(state)).toMatchObject({ kind: 'list', isPartial: true, leftOut: 0 })
  })

  it('ignores an answer from an unknown source', () => {
    const before = run(sources('a'))
    expect(step(before, answer('z', [makeFlight('1')]))).toEqual(before)
  })

  it('starts anew after a search without offers', () => {
    expect(run(sources('a'), failure('a', 'API_RATE_LIMITED'), done, { type: 'again' })).toEqual(initialSearch)
  })

  it('on a repeated search, keeps old prices marked as old until their source answers again', () => {
    const before = run(sources('a'), answer('a', [makeFlight('1')]), done)
    const again = step(step(before, { type: 'again' }), sources('a'))
    expect(viewOf(again)).toMatchObject({ kind: 'list', offers: [{ key: 'a~1', isOld: true }], isPartial: false })
    const throttled = step(again, failure('a', 'API_RATE_LIMITED'))
    expect(viewOf(throttled)).toMatchObject({
      kind: 'list',
      offers: [{ key: 'a~1', isOld: true }],
      troubles: [{ kind: 'throttled' }],
    })
    const answered = viewOf(step(again, answer('a', [makeFlight('2')])))
    expect(answered).toMatchObject({ kind: 'list', waiting: { length: 0 } })
    expect(answered.kind === 'list' && answered.offers.map(({ key, isOld }) => [key, isOld])).toEqual([
      ['a~2', undefined],
    ])
  })

  it('on a repeated search, keeps all old offers until the whole answer replaces them', () => {
    const flights = [makeFlight('1'), makeFlight('2')]
    const first = { ...answer('a', flights.slice(1)), is_first: true as const }
    const begun = run(sources('a'), answer('a', flights), done, { type: 'again' }, sources('a'), first)
    expect(viewOf(begun)).toMatchObject({ offers: [{ isOld: true }, { isOld: true }] })
    expect(viewOf(step(begun, answer('a', flights)))).toMatchObject({ waiting: { length: 0 }, offers: { length: 2 } })
  })

  it('on a refused repeated search, keeps the list and says why its prices are old', () => {
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

  it('counts the invalid offers of an answer that has no valid offer', () => {
    const free = makeFlight('1', { price: { amount: 0, currency: 'USD' } })
    expect(viewOf(run(sources('a'), answer('a', [free]), done))).toMatchObject({ kind: 'none', leftOut: 1 })
  })

  it('has a status line with the number of requested sources and the names of those that have answered', () => {
    expect(statusOf(run(sources('a')))).toBe('Asking 1 source.')
    expect(statusOf(run(sources('a', 'b', 'c'), answer('a', [])))).toBe('Asking 3 sources. A has answered.')
    const waiting = run(sources('a', 'b', 'c'), answer('a', [makeFlight('1')]))
    expect(statusOf(waiting)).toBe('1 flight from 1 of 3 sources, still waiting for B and C')
    expect(statusOf(waiting, { rows: 0, of: 86 })).toBe('0 of 86 flights match your filters')
  })

  it.each<[string, Step[], string]>([
    ['that has results', [answer('a', [makeFlight('1')])], '1 flight from A'],
    [
      'of several with results, in the language of the reader',
      [answer('a', [makeFlight('1')]), answer('b', [makeFlight('1')]), answer('c', [makeFlight('1')])],
      '1 flight from A, B and C',
    ],
    [
      'that found nothing, and apart from it one that failed',
      [answer('a', [makeFlight('1')]), answer('b', []), failure('c', 'API_TIMEOUT')],
      '1 flight from A; B found none; no answer from C',
    ],
    [
      'whose offers are not in a list of live ones',
      [
        answer('a', [makeFlight('1')]),
        answer('b', [makeFlight('1')], { data: 'test' }),
        answer('c', [makeFlight('1')], { data: 'sample' }),
      ],
      '1 flight from A; test data from B is hidden; sample data is hidden',
    ],
    ['without any results', [answer('a', []), answer('b', [])], 'No flights from A and B'],
    [
      'when one failed and no other found any',
      [answer('a', []), failure('b', 'TIMEOUT')],
      'No flights from A; no answer from B',
    ],
    ['when all failed', [failure('a', 'TIMEOUT'), failure('b', 'TIMEOUT')], 'No answer from A and B'],
  ])('once all have answered, the status line names each source %s', (_, answers, text) => {
    const asked = ['a', 'b', 'c'].slice(0, answers.length)
    expect(statusOf(run(sources(...asked), ...answers, { type: 'show-all' }, done))).toBe(text)
  })
})

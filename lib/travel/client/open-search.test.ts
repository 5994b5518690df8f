import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ndjsonGzipType } from '#runner/contract/ndjson-type.ts'
import { anyCharacter } from '#runner/testing/any-character.ts'
import type { FlightOffer } from '../model/flights/flight-offer.ts'
import { readFlightsInSteps } from '../model/flights/read-flights.ts'
import { makeFlight } from '../model/flights/testing-flights.ts'
import type { ReadResults } from '../model/results/found.ts'
import type { SearchEvent } from '../model/results/search-stream.ts'
import { openSearch, parseLine } from './open-search.ts'

const address = '/api/search/flights?origin=SEA'

interface Given {
  isOffline?: () => Promise<boolean>
  read?: ReadResults<FlightOffer>
  signal?: AbortSignal
}

/** The events after the first, which says that the search starts. */
async function events(fetch: () => Promise<Response>, given: Given = {}): Promise<SearchEvent<FlightOffer>[]> {
  const seen: SearchEvent<FlightOffer>[] = []
  const { signal } = new AbortController()
  const usual = { address, read: readFlightsInSteps, isOffline: async () => false, signal }
  for await (const event of openSearch({ ...usual, ...given, fetch })) seen.push(event)
  expect(seen.shift()).toEqual({ type: 'again' })
  return seen
}
const body = (text: string) => async () => new Response(text)
const answer = {
  type: 'answer',
  source: 'a',
  output: {
    status: 'success',
    skill: 'a',
    version: '1.0.0',
    results: [makeFlight('1'), { id: '2' }],
    metadata: { query_time_ms: 5, cached: false, partial: false, data: 'live', fetched_at: '2026-11-20T08:00:00Z' },
  },
}

describe('openSearch', () => {
  it('reports each line', async () => {
    const lines = [
      { type: 'sources', sources: [] },
      { type: 'done', query_time_ms: 1 },
    ]
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    expect(await events(body(text))).toEqual(lines)
  })

  it('reports an answer as the progress of its source', async () => {
    expect(await events(body(`${JSON.stringify(answer)}\n{"type":"done","query_time_ms":1}`))).toMatchObject([
      { type: 'answer', source: 'a', progress: { state: 'answered', offers: [{ key: 'a~1' }], leftOut: 1 } },
      { type: 'done' },
    ])
  })

  it('reads an answer that is already there in a later task', async () => {
    const seen: string[] = []
    const pull = (answer: ReadableStreamDefaultController) => {
      seen.push('read')
      answer.enqueue(new TextEncoder().encode('{"type":"done","query_time_ms":1}'))
      answer.close()
    }
    setTimeout(() => seen.push('other task'))
    await events(async () => new Response(new ReadableStream({ pull }, { highWaterMark: 0 })))
    expect(seen).toEqual(['other task', 'read'])
  })

  it('unpacks gzip lines', async () => {
    const line = { type: 'done', query_time_ms: 1 }
    const packed = new Blob([`${JSON.stringify(line)}\n`]).stream().pipeThrough(new CompressionStream('gzip'))
    const respond = async () => new Response(packed, { headers: { 'content-type': ndjsonGzipType } })
    expect(await events(respond)).toEqual([line])
  })

  it('reports a refusal with its code, wait and request id', async () => {
    const refuse = async () =>
      Response.json(
        { error: { code: 'RATE_LIMITED', message: 'Too many.' } },
        { status: 429, headers: { 'retry-after': '12', 'x-request-id': 'req_1' } },
      )
    expect(await events(refuse)).toEqual([
      {
        type: 'failed',
        failure: {
          kind: 'refused',
          error: { code: 'RATE_LIMITED', message: 'Too many.' },
          retryAfterS: 12,
          requestId: 'req_1',
        },
      },
    ])
  })

  it('reports no wait if the refusal has no Retry-After header', async () => {
    const refuse = async () =>
      Response.json({ error: { code: 'UNAUTHENTICATED', message: 'Sign in.' } }, { status: 401 })
    expect(await events(refuse)).toEqual([
      { type: 'failed', failure: { kind: 'refused', error: { code: 'UNAUTHENTICATED', message: 'Sign in.' } } },
    ])
  })

  it.each([
    ['no final line', '{"type":"sources","sources":[]}\n'],
    ['invalid JSON', '<html>'],
    ['a line of an unknown type', '{"type":"surprise"}\n'],
  ])('reports an answer with %s as broken', async (_, text) => {
    expect((await events(body(text))).at(-1)).toEqual({ type: 'failed', failure: { kind: 'broken' } })
  })

  it('reports an error without a body of the API as a failure of the app, not of the connection', async () => {
    const respond = async () => new Response('Bad gateway', { status: 502 })
    expect(await events(respond)).toEqual([
      { type: 'failed', failure: { kind: 'refused', error: { code: 'INTERNAL', message: '' } } },
    ])
  })

  it('distinguishes offline from broken', async () => {
    const fail = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await events(fail, { isOffline: async () => true })).toEqual([
      { type: 'failed', failure: { kind: 'offline' } },
    ])
    expect(await events(fail)).toEqual([{ type: 'failed', failure: { kind: 'broken' } }])
  })

  it('reports nothing after an abort', async () => {
    const abort = new AbortController()
    const fetch = async () => {
      abort.abort()
      throw new DOMException('Aborted', 'AbortError')
    }
    expect(await events(fetch, { signal: abort.signal })).toEqual([])
  })

  it('reports nothing after an abort while it finds out whether the device is offline', async () => {
    const abort = new AbortController()
    const isOffline = async () => {
      abort.abort()
      return true
    }
    const fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await events(fetch, { isOffline, signal: abort.signal })).toEqual([])
  })

  it('reports no answer that is still being read when the search is aborted', async () => {
    const abort = new AbortController()
    const read = function* (results: readonly unknown[]) {
      abort.abort()
      yield
      return { offers: [], leftOut: results.length }
    }
    expect(await events(body(JSON.stringify(answer)), { read, signal: abort.signal })).toEqual([])
  })
})

/** The parsed line, and the number of steps that it took. */
function parsed(line: string) {
  const steps = parseLine(line)
  for (let count = 0; ; count++) {
    const { done, value } = steps.next()
    if (done) return { value, steps: count }
  }
}

const lineOf = (results: unknown, rest: object = {}) =>
  JSON.stringify({ type: 'answer', source: 'a', output: { status: 'success', ...rest, results } })

const filler = 'x'.repeat(5_000)
const hotel = (id: number) => ({ id: `${id}`, text: filler, parts: [{ kind: 'room' }, { id: 'tax', text: filler }] })
const hotels = Array.from({ length: 60 }, (_, id) => hotel(id))

describe('parseLine', () => {
  it('parses a long answer in pieces, however its results are nested', () => {
    const { value, steps } = parsed(lineOf(hotels))
    expect(value).toEqual(JSON.parse(lineOf(hotels)))
    expect(steps).toBeGreaterThan(10)
  })

  it('parses a line as a whole if a result has thousands of places that could be its end', () => {
    const parts = Array.from({ length: 5_000 }, (_, id) => ({ id: `${id}` }))
    expect(parsed(lineOf([{ ...hotel(0), parts }, ...hotels]))).toMatchObject({ steps: 0 })
  })

  it('gives what JSON.parse gives, for any results', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom(',{"id":"', '"results":[', ']}}', '\\'))
    const result = fc.record({ id: text, text, list: fc.array(fc.record({ id: text })), pad: fc.constant(filler) })
    fc.assert(
      fc.property(
        fc.array(fc.oneof(result, fc.json()), { maxLength: 30 }),
        fc.dictionary(text, text),
        (results, rest) => {
          const line = lineOf(results, rest)
          expect(parsed(line).value).toEqual(JSON.parse(line))
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each([
    ['another line', JSON.stringify({ type: 'sources', sources: hotels })],
    ['results that are no list', lineOf({ all: hotels })],
    ['results in another place', JSON.stringify({ results: hotels, output: { results: [filler.repeat(9)] } })],
    ['results before other fields', JSON.stringify({ output: { results: hotels, version: [1] } })],
    ['results with another first field', lineOf(hotels.map(({ id, ...rest }) => ({ ...rest, id })))],
    ['no results', lineOf([], { text: filler.repeat(9) })],
  ])('parses %s too', (_, line) => {
    expect(parsed(line).value).toEqual(JSON.parse(line))
  })

  it.each([
    ['cut off', lineOf(hotels).slice(0, -9)],
    ['without a comma between two results', lineOf(hotels).replace(',{"id":"30"', '{"id":"30"')],
    ['with an unfinished result', lineOf(hotels).replace('"text"', '"te')],
  ])('throws for a line %s', (_, line) => {
    expect(() => parsed(line)).toThrow(SyntaxError)
  })
})

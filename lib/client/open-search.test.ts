import { describe, expect, it } from 'vitest'
import { ndjsonGzipType } from '#runner/contract/stream.ts'
import type { SearchEvent } from '../travel/results/search-stream.ts'
import { openSearch } from './open-search.ts'

async function events(respond: () => Promise<Response>, isOnline = true): Promise<SearchEvent[]> {
  const seen: SearchEvent[] = []
  const ports = { fetch: respond, isOnline: () => isOnline }
  await openSearch('/api/search/flights?origin=SEA', ports, new AbortController().signal, (event) => seen.push(event))
  return seen
}
const body = (text: string) => async () => new Response(text)

describe('openSearch', () => {
  it('reports each line', async () => {
    const lines = [
      { type: 'sources', sources: [] },
      { type: 'done', query_time_ms: 1 },
    ]
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    expect(await events(body(text))).toEqual(lines.map((line) => ({ type: 'line', line })))
  })

  it('unpacks lines that come as gzip', async () => {
    const line = { type: 'done', query_time_ms: 1 }
    const packed = new Blob([`${JSON.stringify(line)}\n`]).stream().pipeThrough(new CompressionStream('gzip'))
    const respond = async () => new Response(packed, { headers: { 'content-type': ndjsonGzipType } })
    expect(await events(respond)).toEqual([{ type: 'line', line }])
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

  it('takes no wait from an answer that names none', async () => {
    const refuse = async () =>
      Response.json({ error: { code: 'UNAUTHENTICATED', message: 'Sign in.' } }, { status: 401 })
    expect(await events(refuse)).toEqual([
      { type: 'failed', failure: { kind: 'refused', error: { code: 'UNAUTHENTICATED', message: 'Sign in.' } } },
    ])
  })

  it.each([
    ['no end', '{"type":"sources","sources":[]}\n'],
    ['no JSON', '<html>'],
    ['another shape', '{"type":"surprise"}\n'],
  ])('reports an answer with %s as broken', async (_, text) => {
    expect((await events(body(text))).at(-1)).toEqual({ type: 'failed', failure: { kind: 'broken' } })
  })

  it('tells offline from broken', async () => {
    const fail = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await events(fail, false)).toEqual([{ type: 'failed', failure: { kind: 'offline' } }])
    expect(await events(fail, true)).toEqual([{ type: 'failed', failure: { kind: 'broken' } }])
  })

  it('is silent after an abort', async () => {
    const abort = new AbortController()
    const seen: SearchEvent[] = []
    const ports = {
      fetch: async () => {
        abort.abort()
        throw new DOMException('Aborted', 'AbortError')
      },
      isOnline: () => true,
    }
    await openSearch('/api/search/flights?origin=SEA', ports, abort.signal, (event) => seen.push(event))
    expect(seen).toEqual([])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOf } from '#lib/platform/server/http/gzip-stream.ts'
import { blames } from '#runner/contract/faults.ts'
import type { SearchLine } from '#runner/contract/stream.ts'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { encodeSearchLine } from './encode-search-line.ts'

const textOf = (line: SearchLine) => Buffer.concat(encodeSearchLine(line).map(bytesOf)).toString('utf8')

const answer = (results: Record<string, string>[], cached = false): SearchLine => ({
  type: 'answer',
  source: 'flight-search',
  output: {
    status: 'success',
    skill: 'flight-search',
    version: '1.0.0',
    results,
    metadata: { query_time_ms: 3, cached, data: 'sample', fetched_at: '2027-02-01T09:30:00Z', partial: false },
  },
})

describe('a line of a streamed search', () => {
  test('is the JSON of the line, on one line, whatever its results', () => {
    const texts = fc.dictionary(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }))
    fc.assert(
      fc.property(fc.array(texts), (results) => {
        const line = answer(results)
        const text = textOf(line)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(line)))
        expect(text.indexOf('\n')).toBe(text.length - 1)
      }),
    )
  })

  test('is the JSON of a line without results', () => {
    const lines: SearchLine[] = [
      { type: 'sources', sources: [{ skill: 'flight-search', provider: 'Amadeus', timeout_ms: 15_000 }] },
      { type: 'done', query_time_ms: 12 },
    ]
    for (const line of lines) expect(textOf(line)).toBe(`${JSON.stringify(line)}\n`)
  })

  test('tells who is at fault for an error, and the remedy', () => {
    const error = { code: 'TIMEOUT', message: 'Too late.' } as const
    const failed = {
      type: 'answer',
      source: 'a',
      output: { status: 'error', skill: 'a', version: '1.0.0', error },
    } as const
    expect(JSON.parse(textOf(failed))).toEqual({
      ...failed,
      output: { ...failed.output, error: { ...error, ...blames.TIMEOUT } },
    })
  })

  test('encodes cached results once and their metadata each time', () => {
    let written = 0
    const result = {
      get id() {
        return `written ${++written}`
      },
    }
    const results = [result]
    const first = JSON.parse(textOf(answer(results)))
    const second = JSON.parse(textOf(answer(results, true)))
    expect(second.output.results).toEqual([{ id: 'written 1' }])
    expect([first.output.metadata.cached, second.output.metadata.cached]).toEqual([false, true])
  })
})

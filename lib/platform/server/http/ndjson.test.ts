import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { ndjsonGzipType } from '#runner/contract/ndjson-type.ts'
import { ndjsonResponse, readAccept } from './ndjson.ts'

const unused = () => expect.unreachable('no error is expected')
const never = new AbortController().signal

describe('ndjsonResponse', () => {
  it('writes one JSON value per line, in order', async () => {
    async function* lines() {
      yield { type: 'sources' }
      yield { type: 'done', text: 'a\nb' }
    }
    const response = ndjsonResponse({ lines, signal: never, onError: unused, accept: null })
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(await response.text()).toBe('{"type":"sources"}\n{"type":"done","text":"a\\nb"}\n')
  })

  it('is compressed and labelled as gzip for clients that request gzip', async () => {
    async function* lines() {
      yield { text: 'a'.repeat(2000) }
      yield { text: 'b' }
    }
    const response = ndjsonResponse({
      lines,
      signal: never,
      onError: unused,
      accept: `${ndjsonGzipType}, application/x-ndjson`,
    })
    expect(response.headers.get('content-type')).toBe(ndjsonGzipType)
    expect(response.headers.get('vary')).toBe('accept')
    const body = Buffer.from(await response.arrayBuffer())
    expect(body.length).toBeLessThan(200)
    expect(gunzipSync(body).toString()).toBe(`{"text":"${'a'.repeat(2000)}"}\n{"text":"b"}\n`)
  })

  it.each([
    [ndjsonGzipType, true],
    [`${ndjsonGzipType}, application/x-ndjson`, true],
    [`application/x-ndjson;q=0.5, ${ndjsonGzipType.toUpperCase()};q=0.5`, true],
    [`application/x-ndjson;q=0.1, ${ndjsonGzipType};q=0.2, */*`, true],
    [`${ndjsonGzipType};q=0.5`, true],
    [`${ndjsonGzipType};q=0`, false],
    [`application/x-ndjson, ${ndjsonGzipType}; q=0.0`, false],
    [`application/x-ndjson, ${ndjsonGzipType};q=0.9`, false],
    [`${ndjsonGzipType}-other`, false],
    ['*/*', false],
    ['', false],
    [null, false],
  ])('with accept %s, sends gzip: %s', async (accept, isGzip) => {
    async function* lines() {
      yield 1
    }
    const response = ndjsonResponse({ lines, signal: never, onError: unused, accept })
    expect(response.headers.get('content-type') === ndjsonGzipType).toBe(isGzip)
    await response.arrayBuffer()
  })

  it('sends each line before the next one is produced', async () => {
    const gate = Promise.withResolvers<void>()
    async function* lines() {
      yield 1
      await gate.promise
      yield 2
    }
    const reader = ndjsonResponse({ lines, signal: never, onError: unused, accept: null }).body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('1\n')
    gate.resolve()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('2\n')
  })

  it('ends the work when the client disconnects', async () => {
    const ended = Promise.withResolvers<string>()
    async function* lines(signal: AbortSignal) {
      try {
        yield 1
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      } finally {
        ended.resolve(signal.aborted ? 'aborted' : 'open')
      }
    }
    const reader = ndjsonResponse({ lines, signal: never, onError: unused, accept: null }).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect(await ended.promise).toBe('aborted')
  })

  it('forwards the abort of the request', async () => {
    const request = new AbortController()
    const started = Promise.withResolvers<void>()
    async function* lines(signal: AbortSignal) {
      started.resolve()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      yield 'aborted'
    }
    const text = ndjsonResponse({ lines, signal: request.signal, onError: unused, accept: null }).text()
    await started.promise
    request.abort()
    expect(await text).toBe('"aborted"\n')
  })

  it.each([
    ['is read to its end', (response: Response) => response.text()],
    ['fails', (response: Response) => expect(response.text()).rejects.toThrow()],
    ['is no longer read', (response: Response) => response.body?.cancel()],
  ])('holds until the stream %s', async (how, read) => {
    async function* lines() {
      yield 1
      if (how === 'fails') throw new Error('broken')
    }
    const release = vi.fn()
    const held = { [Symbol.dispose]: release }
    const response = ndjsonResponse({ lines, signal: never, onError: () => {}, accept: null, held })
    expect(release).not.toHaveBeenCalled()
    await read(response)
    expect(release).toHaveBeenCalledOnce()
  })

  it('reports an error in the work and truncates the stream', async () => {
    const failure = new Error('broken')
    const onError = vi.fn()
    async function* lines() {
      yield 1
      throw failure
    }
    const response = ndjsonResponse({ lines, signal: never, onError, accept: null })
    await expect(response.text()).rejects.toThrow()
    expect(onError).toHaveBeenCalledExactlyOnceWith(failure)
  })
})

it.each<[header: string, wanted: number]>([
  ['text/html', 1],
  ['text/html;q=0.5', 0.5],
  ['TEXT/HTML ; Q=0.5', 0.5],
  ['text/html;level=1;q=0.25', 0.25],
  ['text/html;q=0', 0],
  ['text/html;q=0.000', 0],
  ['text/*;q=0.2, */*;q=0.1', 0.2],
  ['*/*;q=0.1', 0.1],
  ['text/html;q=0, text/*, */*', 0],
  ['application/json', 0],
  ['', 0],
  [',, text/html', 1],
  ['a/b;x=", text/html", c/d', 0],
  ['a/b;x="\\", text/html", text/*;q=0.3', 0.3],
  ['a/b;x=";q=0";q=1, text/html;x=";q=0"', 1],
  ['a/b;x="open, text/html', 0],
  ['text/html;q=2', 0],
  ['text/html;q=-1', 0],
  ['text/html;q=', 0],
  ['text/html;q=0.1234', 0],
  ['text html', 0],
  ['text/html;q=0.4, text/html', 0.4],
])('the header %j gives HTML the weight %d', (header, wanted) => {
  expect(readAccept(header)('text/html')).toBe(wanted)
})

it('with byName, matches only the exact type', () => {
  expect(readAccept('text/*, */*')('text/html', 'byName')).toBe(0)
  expect(readAccept('text/*, text/html;q=0.5')('text/html', 'byName')).toBe(0.5)
})

const name = fc.stringMatching(/^[a-z0-9+.-]{1,8}$/)
const space = fc.constantFrom('', ' ', '\t ')
const weight = fc.integer({ min: 0, max: 1000 })
const parameter = fc.constantFrom('', ';level=1', ';x="a, b;q=0"')

it("finds each type's own weight, in any spelling of the header", () => {
  const range = fc.record({ type: name, subtype: name, weight, space, parameter, isLoud: fc.boolean() })
  const ranges = fc.uniqueArray(range, { selector: ({ type, subtype }) => `${type}/${subtype}`, maxLength: 8 })
  fc.assert(
    fc.property(ranges, (all) => {
      const header = all.map(({ type, subtype, weight: at, space: gap, parameter: more, isLoud }) => {
        const text = `${gap}${type}/${subtype}${more}${gap};${gap}q=${(at / 1000).toFixed(3)}${gap}`
        return isLoud ? text.toUpperCase() : text
      })
      const wanted = readAccept(header.join(','))
      for (const { type, subtype, weight: at } of all) expect(wanted(`${type}/${subtype}`)).toBe(at / 1000)
      expect(wanted('not/named')).toBe(0)
    }),
  )
})

it('returns a weight from 0 to 1 for any header', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'text/html*;q=01., "\\') }), (header) => {
      const wanted = readAccept(header)('text/html')
      expect(wanted >= 0 && wanted <= 1).toBe(true)
    }),
  )
})

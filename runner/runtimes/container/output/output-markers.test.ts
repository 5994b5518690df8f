import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../testing/any-character.ts'
import {
  createEndMark,
  createOutputParser,
  endMarker,
  type MarkedOutput,
  newEndDigits,
  startMarker,
} from './output-markers.ts'

type Read = { readonly verdict: MarkedOutput; readonly outside: string }

function read(chunks: readonly Uint8Array[], maxBytes = 1000): Read {
  const outside: Buffer[] = []
  const parser = createOutputParser({ maxBytes, outside: (bytes) => outside.push(Buffer.from(bytes)) })
  for (const chunk of chunks) parser.push(chunk)
  return { verdict: parser.end(), outside: Buffer.concat(outside).toString('latin1') }
}

const readText = (text: string, maxBytes?: number) => read([Buffer.from(text)], maxBytes)
const marked = (text: string) => ({ kind: 'marked', text })
const invalid = (reason: string) => ({ kind: 'invalid', reason: expect.stringContaining(reason) })

describe('the output parser', () => {
  test.each([
    ['line feeds', `${startMarker}\n{"a":1}\n${endMarker}\n`, '{"a":1}'],
    ['CR LF line ends', `${startMarker}\r\n{"a":1}\r\n${endMarker}\r\n`, '{"a":1}'],
    ['no line end after the last marker', `${startMarker}\n{}\n${endMarker}`, '{}'],
    ['several lines', `${startMarker}\n{\n "a": 1\n}\n${endMarker}\n`, '{\n "a": 1\n}'],
    ['an empty output', `${startMarker}\n${endMarker}\n`, ''],
    [
      'markers inside strings',
      `${startMarker}\n["${endMarker}","\\n${startMarker}\\n"]\n${endMarker}\n`,
      `["${endMarker}","\\n${startMarker}\\n"]`,
    ],
    ['a marker with a space', `${startMarker}\n[\n${endMarker} \n]\n${endMarker}\n`, `[\n${endMarker} \n]`],
    ['an indented marker', `${startMarker}\n[\n ${endMarker}\n]\n${endMarker}\n`, `[\n ${endMarker}\n]`],
  ])('returns the text between the markers: %s', (_, text, inside) => {
    expect(readText(text)).toEqual({ verdict: marked(inside), outside: '' })
  })

  test('passes on everything before and after the markers', () => {
    const text = `one\n\n${startMarker} not yet\n${startMarker}\n{}\n${endMarker}\nthree\n x${endMarker}\nfour`
    expect(readText(text)).toEqual({
      verdict: marked('{}'),
      outside: `one\n\n${startMarker} not yet\nthree\n x${endMarker}\nfour`,
    })
  })

  test.each([
    ['empty stdout', '', 'no output markers'],
    ['lines without markers', '{"a":1}\n', 'no output markers'],
    ['a start without an end', `${startMarker}\n{}\n`, 'end marker is missing'],
    ['an end without a start', `{}\n${endMarker}\n`, 'end marker comes first'],
    ['two pairs', `${startMarker}\n{}\n${endMarker}\n${startMarker}\n{}\n${endMarker}\n`, 'start marker appears twice'],
    ['a start in the output', `${startMarker}\n${startMarker}\n{}\n${endMarker}\n`, 'start marker appears twice'],
    ['a second end', `${startMarker}\n{}\n${endMarker}\n${endMarker}\n`, 'end marker appears twice'],
    ['the start marker on the same line', `${startMarker} {}\n${endMarker}\n`, 'end marker comes first'],
    ['the end marker on the same line', `${startMarker}\n{} ${endMarker}\n`, 'end marker is missing'],
  ])('rejects %s', (_, text, reason) => {
    expect(readText(text).verdict).toEqual(invalid(reason))
  })

  test('rejects output that is not UTF-8', () => {
    const bytes = [Buffer.from(`${startMarker}\n"`), Buffer.from([0xff]), Buffer.from(`"\n${endMarker}\n`)]
    expect(read(bytes).verdict).toEqual(invalid('not UTF-8'))
  })

  test.each(['\n', '\r\n'])('accepts exactly the maximum number of bytes (line end %j)', (end) => {
    const of = (bytes: number) => `${startMarker}${end}${'x'.repeat(bytes)}${end}${endMarker}${end}`
    expect(readText(of(100), 100).verdict).toEqual(marked('x'.repeat(100)))
    expect(readText(of(101), 100).verdict).toEqual({ kind: 'too_large' })
  })

  test('reports that the output is too large as soon as too many bytes have arrived', () => {
    const parser = createOutputParser({ maxBytes: 100, outside: () => {} })
    parser.push(Buffer.from(`${startMarker}\n`))
    parser.push(Buffer.alloc(200, 'x'))
    expect(parser.isTooLarge).toBe(true)
  })
})

const piece = fc.oneof(
  fc.constantFrom(startMarker, endMarker, '\n', '\r', '\r\n', '-', `${startMarker}\n`, `\r\n${endMarker}\n`, '{"a":1}'),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
)

describe('however stdout is split', () => {
  test('the result and the log are the same', () => {
    const bytes = fc
      .tuple(fc.array(piece, { maxLength: 12 }), fc.uint8Array({ maxLength: 4 }))
      .map(([pieces, tail]) => Buffer.concat([Buffer.from(pieces.join('')), tail]))
    const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 20 })
    fc.assert(
      fc.property(bytes, cuts, (whole, at) => {
        const ends = [...new Set([0, ...at.filter((cut) => cut < whole.length), whole.length])].sort((a, b) => a - b)
        const chunks = ends.slice(1).map((end, index) => whole.subarray(ends[index], end))
        const single = Array.from(whole, (byte) => Uint8Array.of(byte))
        const expected = read([whole], 40)
        expect(read(chunks, 40)).toEqual(expected)
        expect(read(single, 40)).toEqual(expected)
      }),
      { numRuns: 2000 },
    )
  })

  test('any JSON on one line is accepted, whatever is printed around it', () => {
    const line = fc
      .string({ unit: anyCharacter, maxLength: 30 })
      .map((text) => `log ${text.replaceAll(/[\n\r]/g, ' ')}\n`)
    const noise = fc.array(line, { maxLength: 5 }).map((lines) => lines.join(''))
    fc.assert(
      fc.property(fc.jsonValue(), noise, noise, (value, before, after) => {
        const json = JSON.stringify(value)
        const { verdict } = readText(`${before}${startMarker}\n${json}\n${endMarker}\n${after}`, 1_000_000)
        expect(verdict).toEqual(marked(json.toWellFormed()))
      }),
    )
  })
})

const digits = newEndDigits()
const markOf = (status: string, by = digits) => Buffer.from(`\x1e${by} ${status}\n`)

/** The remaining bytes of a stream that arrives in pieces of these sizes, in turn. */
function readMark(stream: Uint8Array, sizes: readonly number[] = [stream.length || 1]) {
  const taken: Buffer[] = []
  const mark = createEndMark(digits, (bytes) => taken.push(Buffer.from(bytes)))
  for (let at = 0, piece = 0; at < stream.length; piece += 1) {
    const size = sizes[piece % sizes.length] ?? 1
    mark.push(stream.subarray(at, at + size))
    at += size
  }
  mark.end()
  return { text: Buffer.concat(taken), status: mark.status }
}

/** Bytes that include partial marks and lookalikes. */
const stream = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
      fc.nat({ max: 33 }).map((length) => markOf('000').subarray(0, length)),
      fc.constant(markOf('000', newEndDigits())),
      fc.constant(Buffer.from('\x1e\x1e')),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => Buffer.concat(pieces))
const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 })

describe('the end mark of the first process', () => {
  test('is found, and only the mark is removed, however the stream is split', () => {
    fc.assert(
      fc.property(stream, sizes, fc.integer({ min: 0, max: 255 }), (before, cut, status) => {
        const whole = Buffer.concat([before, markOf(String(status).padStart(3, '0'))])
        expect(readMark(whole, cut)).toEqual({ text: before, status })
      }),
    )
  })

  test('is ignored when it is incomplete, and its bytes remain part of the output', () => {
    fc.assert(
      fc.property(stream, sizes, (text, cut) => {
        expect(readMark(text, cut)).toEqual({ text, status: undefined })
      }),
    )
  })

  test('cannot be forged by a program, which does not know the digits', () => {
    const forged = Buffer.concat([markOf('000', newEndDigits()), Buffer.from(digits), markOf('000', digits.slice(1))])
    expect(readMark(forged)).toEqual({ text: forged, status: undefined })
  })

  test('is found after millions of bytes that resemble its start', () => {
    const flood = Buffer.alloc(16 * 1024 * 1024, 0x1e)
    const { text, status } = readMark(Buffer.concat([flood, markOf('007')]), [64 * 1024])
    expect([text.length, status]).toEqual([flood.length, 7])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEndMark, newEndDigits } from './output-markers.ts'

const digits = newEndDigits()
const markOf = (status: string, by = digits) => Buffer.from(`\x1e${by} ${status}\n`)

/** The remaining bytes of a stream that arrives in pieces of these sizes, in turn. */
function read(stream: Uint8Array, sizes: readonly number[] = [stream.length || 1]) {
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
        expect(read(whole, cut)).toEqual({ text: before, status })
      }),
    )
  })

  test('is ignored when it is incomplete, and its bytes remain part of the output', () => {
    fc.assert(
      fc.property(stream, sizes, (text, cut) => {
        expect(read(text, cut)).toEqual({ text, status: undefined })
      }),
    )
  })

  test('cannot be forged by a program, which does not know the digits', () => {
    const forged = Buffer.concat([markOf('000', newEndDigits()), Buffer.from(digits), markOf('000', digits.slice(1))])
    expect(read(forged)).toEqual({ text: forged, status: undefined })
  })

  test('is found after millions of bytes that resemble its start', () => {
    const flood = Buffer.alloc(16 * 1024 * 1024, 0x1e)
    const { text, status } = read(Buffer.concat([flood, markOf('007')]), [64 * 1024])
    expect([text.length, status]).toEqual([flood.length, 7])
  })
})

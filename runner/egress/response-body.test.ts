import { Readable } from 'node:stream'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeCapped, isSearchable, readCapped, TooLarge } from './response-body.ts'

const text = 'some text '.repeat(20)
const bytes = Buffer.from(text)

describe('a response body', () => {
  it('is read up to its limit, in any number of chunks, and only as bytes', async () => {
    for (const chunks of [[], [bytes], [bytes.subarray(0, 7), bytes.subarray(7)]]) {
      const read = await readCapped(Readable.from(chunks), bytes.length)
      expect(Buffer.from(read)).toEqual(Buffer.concat(chunks))
    }
    await expect(readCapped(Readable.from([bytes, Buffer.from('x')]), bytes.length)).rejects.toThrow(TooLarge)
    await expect(readCapped(Readable.from([[1, 2]]), bytes.length)).rejects.toThrow('must yield bytes')
  })

  it.each([
    ['gzip', gzipSync(bytes)],
    ['X-GZIP', gzipSync(bytes)],
    ['deflate', deflateSync(bytes)],
    ['deflate', deflateRawSync(bytes)],
    ['br', brotliCompressSync(bytes)],
    ['zstd', zstdCompressSync(bytes)],
    ['identity', bytes],
    [' , identity, identity', bytes],
    ['gzip, br', brotliCompressSync(gzipSync(bytes))],
  ])('is decoded from %s within its limit', async (coding, body) => {
    expect(Buffer.from(await decodeCapped(body, coding, bytes.length)).toString()).toBe(text)
    if (body !== bytes) await expect(decodeCapped(body, coding, bytes.length - 1)).rejects.toThrow(TooLarge)
  })

  it('may be empty whatever its coding, and is refused in an unknown coding and in more than two', async () => {
    expect(await decodeCapped(Buffer.alloc(0), 'gzip', 1)).toHaveLength(0)
    await expect(decodeCapped(bytes, 'gzip, unheard', 1000)).rejects.toThrow('unknown content coding')
    await expect(decodeCapped(bytes, 'br, br, br', 1000)).rejects.toThrow('more than 2 content codings')
    await expect(decodeCapped(bytes, 'gzip', 1000)).rejects.not.toThrow(TooLarge)
  })
})

it.each([
  [true, []],
  [true, [['content-type', 'application/json']]],
  [true, [['Content-Type', 'text/plain; charset=UTF-8']]],
  [true, [['content-type', 'text/plain; charset=iso-8859-1']]],
  [true, [['content-type', 'text/plain; charset="utf-16"']]],
  [false, [['content-type', 'text/plain; charset=utf-7']]],
  [false, [['content-type', 'text/plain; charset=shift_jis']]],
  [false, [['CONTENT-TYPE', 'text/plain; charset=ebcdic']]],
  [false, [['content-type', 'no type; charset=utf-7']]],
  [true, [['content-type', 'no type; charset=utf-8']]],
  [true, [['content-type', 'no type']]],
  [true, [['x-type', 'text/plain; charset=utf-7']]],
  [
    false,
    [
      ['content-type', 'text/plain; charset=utf-8'],
      ['content-type', 'text/plain; charset=utf-7'],
    ],
  ],
] as const)('says %s for %j', (expected, headers) => {
  expect(isSearchable(headers)).toBe(expected)
})

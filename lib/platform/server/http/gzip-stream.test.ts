import { constants, gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOf, type Chunk, createGzipStream, KeptBytes } from './gzip-stream.ts'

const bytes = fc.uint8Array({ maxLength: 1200, size: 'max' })
const chunk: fc.Arbitrary<Chunk> = fc.oneof(
  bytes,
  bytes.map((value) => new KeptBytes(value)),
)

describe('a gzip stream', () => {
  test('decompresses to the added bytes, even with `KeptBytes` that were compressed earlier', async () => {
    const kept = new KeptBytes(Buffer.from('the same results for all '.repeat(500)))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(chunk, { maxLength: 4 }), { maxLength: 6 }), async (pieces) => {
        const stream = createGzipStream()
        const all = [...pieces, [kept], [Buffer.from('x'), kept]]
        const written: Uint8Array[] = []
        for (const piece of all) written.push(await stream.add(piece))
        const plain = Buffer.concat(all.flat().map(bytesOf))
        expect(gunzipSync(Buffer.concat([...written, stream.end()])).equals(plain)).toBe(true)
      }),
    )
  })

  test('without any data is still a complete stream', () => {
    expect(gunzipSync(createGzipStream().end())).toHaveLength(0)
  })

  test('can be read piece by piece', async () => {
    const stream = createGzipStream()
    const first = await stream.add([Buffer.from('{"type":"sources"}\n')])
    expect(gunzipSync(first, { finishFlush: constants.Z_SYNC_FLUSH }).toString()).toBe('{"type":"sources"}\n')
  })

  test('compresses `KeptBytes` only once, to about the size that plain gzip gives', async () => {
    const text = Buffer.from(JSON.stringify(Array.from({ length: 2000 }, (_, id) => ({ id, name: 'a hotel' }))))
    const kept = new KeptBytes(text)
    expect(await kept.deflated()).toBe(await kept.deflated())
    expect((await kept.deflated()).length).toBeLessThan(1.5 * gzipSync(text).length)
  })
})

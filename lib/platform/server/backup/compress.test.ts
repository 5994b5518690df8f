import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress } from './compress.ts'

async function* inParts(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('a stream of any size is one gzip file, however it was divided, and nothing is nothing', async () => {
  for (const bytes of [1, 255_999, 256_000, 1_000_000]) {
    const plain = randomBytes(bytes)
    for (const size of [50_000, 300_000]) {
      const file = Buffer.concat(await Array.fromAsync(compress(inParts(plain, size))))
      expect(gunzipSync(file).equals(plain)).toBe(true)
    }
  }
  expect(await Array.fromAsync(compress(inParts(Buffer.alloc(0), 1)))).toEqual([])
})

test('the file of many small parts is about as small as if it was compressed at once', async () => {
  const lines = Buffer.from(Array.from({ length: 40_000 }, (_, n) => `{"id":${n},"kind":"journal"}\n`).join(''))
  const [whole] = await Array.fromAsync(compress(inParts(lines, lines.length)))
  const parts = await Array.fromAsync(compress(inParts(lines, 512)))
  expect(Buffer.concat(parts).length).toBeLessThan((whole?.length ?? 0) * 1.05)
})

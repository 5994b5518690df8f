import { createHash, randomBytes } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { emptyTestDatabase } from '#lib/platform/server/db/testing.ts'
import { createAnswerStore } from './answer-store.ts'

const dayMs = 24 * 60 * 60 * 1000
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A store with a clock that the test moves. */
async function storeWith(retention: { days: number; mb: number }) {
  const database = await emptyTestDatabase()
  let now = Date.UTC(2026, 10, 20)
  const store = createAnswerStore(database.client, retention, () => now)
  const put = async (bytes: Uint8Array) => {
    const hash = sha256(bytes)
    await store.put(hash, bytes)
    return hash
  }
  return {
    db: database.client,
    store,
    put,
    pass: (ms: number) => {
      now += ms
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

test('stores an answer once, compressed, and returns it unchanged', async () => {
  await using kept = await storeWith({ days: 30, mb: 100 })
  const large = Buffer.from(JSON.stringify(Array(5000).fill('the same again')))
  const odd = Uint8Array.from([0xff, 0, 0xed, 0xa0, 0x80])
  const hashes = [await kept.put(large), await kept.put(odd), await kept.put(new Uint8Array())]
  await Promise.all(Array.from({ length: 5 }, () => kept.put(large)))
  expect(await kept.db.answerBlob.count()).toBe(3)
  const read = await kept.store.get([...hashes, sha256(Buffer.from('never put'))])
  expect([...read.keys()].toSorted()).toEqual(hashes.toSorted())
  expect(hashes.map((hash) => Buffer.from(read.get(hash) ?? [1]))).toEqual([large, Buffer.from(odd), Buffer.alloc(0)])
  const row = await kept.db.answerBlob.findUniqueOrThrow({ where: { hash: hashes[0] ?? '' } })
  expect(row.size).toBe(large.length)
  expect(row.storedSize).toBe(row.bytes.length)
  expect(row.storedSize).toBeLessThan(large.length / 10)
})

test('deletes an answer that was unused for the configured number of days', async () => {
  await using kept = await storeWith({ days: 3, mb: 100 })
  const [old, used] = [await kept.put(Buffer.from('old')), await kept.put(Buffer.from('used'))]
  kept.pass(2 * dayMs)
  await kept.put(Buffer.from('used'))
  expect(await kept.store.sweep()).toBe(0)
  kept.pass(2 * dayMs)
  expect(await kept.store.sweep()).toBe(1)
  expect([...(await kept.store.get([old, used])).keys()]).toEqual([used])
})

test('keeps the total size within the configured limit, and deletes the least recently used answers', async () => {
  await using kept = await storeWith({ days: 30, mb: 1 / 8 })
  const hashes: string[] = []
  for (let n = 0; n < 12; n += 1) {
    kept.pass(1000)
    hashes.push(await kept.put(randomBytes(12_500)))
  }
  await kept.store.sweep()
  const left = await kept.db.answerBlob.findMany({ select: { hash: true, storedSize: true } })
  expect(left.reduce((sum, { storedSize }) => sum + storedSize, 0)).toBeLessThanOrEqual((1024 * 1024) / 8)
  expect(left.map(({ hash }) => hash).toSorted()).toEqual(hashes.slice(-left.length).toSorted())
  expect(left.length).toBe(10)
})

test('lets the stored answers grow by at most a tenth of the limit between sweeps', async () => {
  await using kept = await storeWith({ days: 30, mb: 1 / 8 })
  for (let n = 0; n < 30; n += 1) {
    kept.pass(1000)
    await kept.put(randomBytes(12_500))
  }
  const { _sum } = await kept.db.answerBlob.aggregate({ _sum: { storedSize: true } })
  expect(_sum.storedSize).toBeLessThanOrEqual((1.2 * 1024 * 1024) / 8)
})

test.each([
  ['is not compressed', () => Buffer.from('garbage')],
  ['was truncated', (stored: Uint8Array) => stored.subarray(0, 20)],
  ['is empty', () => Buffer.alloc(0)],
  ['decompresses to more than the answer', () => zstdCompressSync(Buffer.alloc(64 * 1024 * 1024))],
])('treats an answer as missing if its stored form %s, and returns the others', async (_, damaged) => {
  await using kept = await storeWith({ days: 30, mb: 100 })
  const hash = await kept.put(Buffer.from('an answer '.repeat(1000)))
  const other = await kept.put(Buffer.from('another'))
  const { bytes } = await kept.db.answerBlob.findUniqueOrThrow({ where: { hash } })
  await kept.db.answerBlob.update({ where: { hash }, data: { bytes: Uint8Array.from(damaged(bytes)) } })
  expect([...(await kept.store.get([hash, other])).keys()]).toEqual([other])
})

test('never decompresses an answer beyond the size limit, whatever the recorded size', async () => {
  await using kept = await storeWith({ days: 30, mb: 100 })
  const hash = await kept.put(Buffer.from('an answer'))
  const bytes = Uint8Array.from(zstdCompressSync(Buffer.alloc(64 * 1024 * 1024)))
  await kept.db.answerBlob.update({ where: { hash }, data: { bytes, size: 2 ** 31 - 1 } })
  expect(await kept.store.get([hash])).toEqual(new Map())
})

test('keeps an answer that is used again during a sweep', async () => {
  await using kept = await storeWith({ days: 1, mb: 100 })
  const hash = await kept.put(Buffer.from('old'))
  kept.pass(2 * dayMs)
  const { sweep } = kept.store
  let swept: Promise<number> | undefined
  await kept.db.$transaction(async (tx) => {
    const lastUsedAt = new Date(Date.UTC(2026, 10, 22))
    await tx.answerBlob.update({ where: { hash }, data: { lastUsedAt } })
    swept = sweep()
    // Waits until the sweep blocks on this row.
    await vi.waitUntil(
      async () => {
        const [found] = await kept.db.$queryRaw<{ waiting: bigint }[]>`
          select count(*) as waiting from pg_locks where not granted and locktype = 'transactionid'`
        return (found?.waiting ?? 0n) > 0n
      },
      { timeout: 30_000 },
    )
  })
  expect(await swept).toBe(0)
  expect((await kept.store.get([hash])).size).toBe(1)
})

import type { Duplex } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { withFairKey } from '#runner/queue/fair-key.ts'
import { createDatabaseClient, createDatabasePool } from './client.ts'
import { isDatabaseAway } from './database-error.ts'
import { createFairPool } from './fair-pool.ts'
import type { Prisma } from './generated/client.ts'
import { createTestDatabase } from './testing.ts'

type Queries = Pick<Prisma.TransactionClient, '$queryRaw'>

test('a query and a transaction wait for at most one of another caller, who has 300 waiting', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const client = createDatabaseClient(database.url, { connections: 1 })
  const ended: string[] = []
  const query = (key: string) =>
    withFairKey(key, async () => {
      await client.$queryRaw`select 1`
      ended.push(key)
    })
  const transaction = (key: string) =>
    withFairKey(key, () =>
      client.$transaction(async (tx) => {
        await tx.$queryRaw`select 1`
        ended.push(key)
      }),
    )
  await query('first')
  const flood = Array.from({ length: 300 }, () => query('a'))
  const others = [query('b'), transaction('c')]
  await Promise.all(others)
  expect(ended.indexOf('b')).toBeLessThanOrEqual(5)
  expect(ended.indexOf('c')).toBeLessThanOrEqual(8)
  await Promise.all(flood)
  await client.$disconnect()
})

test('one caller leaves a connection for others, and no failed or aborted one keeps its connection', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const client = createDatabaseClient(database.url, { connections: 4 })
  const hold = Promise.withResolvers<void>()
  let begun = 0
  const held = withFairKey('a', () =>
    Array.from({ length: 10 }, () =>
      client.$transaction(async (tx) => {
        await tx.$queryRaw`select 1`
        begun += 1
        await hold.promise
        throw new Error('failed')
      }),
    ),
  )
  const settled = Promise.allSettled(held)
  await vi.waitUntil(() => begun === 3, { timeout: 30_000 })
  expect(await withFairKey('b', async () => client.$queryRaw`select 1 as one`)).toEqual([{ one: 1 }])
  hold.resolve()
  expect((await settled).every(({ status }) => status === 'rejected')).toBe(true)
  const all = Array.from({ length: 8 }, () => withFairKey('a', async () => client.$queryRaw`select 1 as one`))
  expect(await Promise.all(all)).toHaveLength(8)
  await client.$disconnect()
})

test('a connection that is given back within a transaction is not used again', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const pool = createFairPool({ connectionString: database.url, max: 1, waitMs: 30_000 })
  await using _pool = { [Symbol.asyncDispose]: () => pool.end() }
  const first = await pool.connect()
  const process = async () => (await pool.query('select pg_backend_pid() as pid')).rows
  const { rows } = await first.query('select pg_backend_pid() as pid')
  first.release()
  expect(await process()).toEqual(rows)
  const again = await pool.connect()
  await again.query('begin')
  again.release()
  expect(await process()).not.toEqual(rows)
})

test.each([
  ['in a transaction', (tx: Queries) => tx.$queryRaw`select 1`],
  ['at its end', async () => {}],
])('a connection that breaks %s counts as an outage of the database', async (_, after) => {
  await using database = await createTestDatabase({ migrated: false })
  const pool = createDatabasePool(database.url, 1)
  let socket: Duplex | undefined
  pool.on('connect', (client) => {
    socket = Object(client).connection.stream
  })
  const client = createDatabaseClient(database.url, { pool })
  const broken = client.$transaction(async (tx) => {
    await tx.$queryRaw`select 1`
    socket?.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    await after(tx)
  })
  const cause = await broken.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(isDatabaseAway(cause), String(cause)).toBe(true)
  await client.$disconnect()
})

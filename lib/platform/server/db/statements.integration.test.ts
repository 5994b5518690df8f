import { expect, test, vi } from 'vitest'
import { createDatabaseClient } from './client.ts'
import { emptyTestDatabase } from './testing.ts'

test('returns the same values as Prisma', async () => {
  await using database = await emptyTestDatabase()
  const at = new Date('2026-03-01T23:30:00.250Z')
  const read = (db: typeof database.client | typeof database.client.sql) => db.$queryRaw<unknown[]>`
    select ${9_007_199_254_740_993n}::bigint as big, ${7}::int as small, ${0.5}::float8 as part, ${true}::boolean as yes,
      ${at}::timestamptz as zoned, ${at}::timestamp as time, ${at}::date as day, ${['a', '{"']}::text[] as texts,
      ${null}::text as nothing, ${'{"a":[1]}'}::jsonb as json`
  const [row] = await read(database.client.sql)
  expect([row]).toEqual(await read(database.client))
  expect(row).toMatchObject({ big: 9_007_199_254_740_993n, zoned: at, day: new Date('2026-03-01') })
})

test('a transaction that fails writes nothing, and its connection serves the next', async () => {
  await using database = await emptyTestDatabase()
  const db = createDatabaseClient(database.url, { connections: 1 })
  const names = () => db.sql.$queryRaw<{ name: string }[]>`select name from instance_secrets order by name`
  const write = (name: string, isFailing: boolean) =>
    db.sqlTransaction(async (tx) => {
      const count = await tx.$executeRaw`insert into instance_secrets (name, fingerprint) values (${name}, 'f')`
      expect(count).toBe(1)
      if (isFailing) throw new Error('later')
    })
  try {
    await expect(write('a', true)).rejects.toThrow('later')
    await expect(db.sqlTransaction((tx) => tx.$executeRaw`select wrong`)).rejects.toMatchObject({ code: '42703' })
    expect(await names()).toEqual([])
    await write('b', false)
    expect(await names()).toEqual([{ name: 'b' }])
  } finally {
    await db.$disconnect()
  }
})

test('a connection that is lost while nothing uses it ends no process, and the next statement has another', async () => {
  await using database = await emptyTestDatabase()
  const db = createDatabaseClient(database.url)
  const session = async () => (await db.sql.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid
  const before = await session()
  await database.client.$queryRaw`select pg_terminate_backend(${before}::int)`
  await vi.waitUntil(() => db.pool.totalCount === 0, { timeout: 30_000 })
  expect(await session()).not.toBe(before)
  await db.$disconnect()
})

test('closes its pool without Prisma too', async () => {
  await using database = await emptyTestDatabase()
  const db = createDatabaseClient(database.url)
  await db.sql.$queryRaw`select 1`
  await db.$disconnect()
  expect(db.pool.ended).toBe(true)
})

import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import { dumpDatabase } from './dump-database.ts'

test('dumps each row once, in parts that stay small when large rows follow many small ones', async () => {
  await using database = await createTestDatabase()
  await database.client.$executeRaw`
    insert into scripts (digest, language, text)
    select 'digest ' || n, 'javascript', case when n <= 1500 then 'x' else repeat('x', 1000000) end
    from generate_series(1, 1520) n`
  const parts = await dumpDatabase(database.url, ({ rowsOf }) => Array.fromAsync(rowsOf('scripts')))
  const rows = String(Buffer.concat(parts)).split('\n').slice(0, -1)
  expect(new Set(rows).size).toBe(1520)
  expect(rows).toHaveLength(1520)
  for (const part of parts) expect(part.at(-1)).toBe(10)
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(1_500_000)
  // Small rows share a part.
  expect(parts.length).toBeLessThan(30)
})

test('a limit of the server for statements does not end a dump', async () => {
  await using database = await createTestDatabase()
  const name = database.client.$queryRaw<{ name: string }[]>`select current_database() as name`
  await database.client.$executeRawUnsafe(`alter database ${(await name)[0]?.name} set statement_timeout = '1s'`)
  const blocker = new pg.Client({ connectionString: database.url })
  await blocker.connect()
  await blocker.query('BEGIN; LOCK TABLE scripts IN ACCESS EXCLUSIVE MODE')
  const dumped = dumpDatabase(database.url, ({ rowsOf }) => Array.fromAsync(rowsOf('scripts')))
  const waiting = () => database.client.$queryRaw<unknown[]>`
    select from pg_stat_activity where query like 'COPY%' and query_start < clock_timestamp() - interval '2 s'`
  await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
  await blocker.query('COMMIT')
  await blocker.end()
  expect(await dumped).toEqual([])
})

import { expect, test } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import { collect } from './collect.ts'
import { dumpDatabase } from './dump-database.ts'

test('dumps each row once, in parts that stay small when large rows follow many small ones', async () => {
  await using database = await createTestDatabase()
  await database.client.$executeRaw`
    insert into scripts (digest, language, text)
    select 'digest ' || n, 'javascript', case when n <= 1500 then 'x' else repeat('x', 1000000) end
    from generate_series(1, 1520) n`
  const parts = await dumpDatabase(database.url, ({ rowsOf }) => collect(rowsOf('scripts')))
  expect(new Set(parts.flat()).size).toBe(1520)
  expect(parts.flat()).toHaveLength(1520)
  const lengths = parts.map((rows) => rows.reduce((sum, row) => sum + row.length, 0))
  expect(Math.max(...lengths)).toBeLessThan(3_100_000)
  // Small rows share a part.
  expect(parts.length).toBeLessThan(30)
})
